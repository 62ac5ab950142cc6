// The official clients: each connects, requests everything, and disconnects.
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { identity, METHODS, typed } from '../definitions/review.js';

/** The server would close a connection that is kept alive more than a minute later. */
const requestInit = { headers: { connection: 'close' } };
const capabilities = { elicitation: { form: {} } };
const accept = () => ({ action: 'accept', content: { name: 'Ada' } });
const { params, isRight } = METHODS['prompts/get'];
const textOf = ({ messages }) => messages[0].content.text;

function v1() {
  const client = new ClientV1(identity, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, accept);
  return { client, Transport: HttpV1 };
}

function v2(mode) {
  const client = new ClientV2(identity, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', accept);
  return { client, Transport: HttpV2 };
}

/** Whether each result is right. */
async function resultsOf(client) {
  const ref = { type: 'ref/prompt', name: params[0].name };
  let reports = 0;
  const onprogress = () => (reports += 1);
  return [
    (await client.listPrompts()).prompts.length >= params.length,
    isRight(await client.getPrompt(params[0])),
    (await client.complete({ ref, argument: typed })).completion.values.join() === 'go',
    (await client.listResources()).resources.length === 2,
    (await client.readResource({ uri: 'memo:steady' })).contents[0].text === 'It stays as it is',
    textOf(await client.getPrompt({ name: 'reporting', arguments: {} }, { onprogress })) === 'It is done' &&
      reports > 0,
    textOf(await client.getPrompt({ name: 'asking', arguments: {} })) === 'Greet Ada',
  ];
}

const visit = (create) =>
  async function run({ url }) {
    const { client, Transport } = create();
    const transport = new Transport(new URL(url), { requestInit });
    await client.connect(transport);
    try {
      const wrong = (await resultsOf(client)).indexOf(false);
      return wrong === -1 ? 'right' : `result ${wrong + 1} is wrong`;
    } finally {
      if (transport.sessionId !== undefined) await transport.terminateSession();
      await client.close();
    }
  };

export const OFFICIAL_CLIENTS = Object.entries({
  'official v1 client': visit(v1),
  'official v2 client, up to 2025-11-25': visit(() => v2('legacy')),
  'official v2 client that negotiates': visit(() => v2('auto')),
}).map(([name, run]) => ({ name, everyMs: 200, atOnce: 2, expected: ['right'], run }));
