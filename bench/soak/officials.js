// The official clients: each comes, asks for what there is, and goes.
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { METHODS } from '../definitions/methods.js';
import { identity, typed } from '../definitions/review.js';

/** A connection that is kept would be closed by the server, more than a minute later. */
const requestInit = { headers: { connection: 'close' } };
const capabilities = { elicitation: { form: {} } };
const person = () => ({ action: 'accept', content: { name: 'Ada' } });
const { asked, isRight } = METHODS['prompts/get'];
const textOf = ({ messages }) => messages[0].content.text;

async function v1(url) {
  const client = new ClientV1(identity, { capabilities });
  const transport = new HttpV1(new URL(url), { requestInit });
  client.setRequestHandler(ElicitRequestSchema, person);
  await client.connect(transport);
  return { client, transport };
}

const v2 = (mode) =>
  async function connect(url) {
    const client = new ClientV2(identity, { capabilities, versionNegotiation: { mode } });
    const transport = new HttpV2(new URL(url), { requestInit });
    client.setRequestHandler('elicitation/create', person);
    await client.connect(transport);
    return { client, transport };
  };

const STEPS = [
  async ({ client }) => (await client.listPrompts()).prompts.length >= asked.length,
  async ({ client }) => isRight(await client.getPrompt(asked[0])),
  async ({ client }) => {
    const ref = { type: 'ref/prompt', name: asked[0].name };
    return (await client.complete({ ref, argument: typed })).completion.values.join() === 'go';
  },
  async ({ client }) => (await client.listResources()).resources.length === 2,
  async ({ client }) => (await client.readResource({ uri: 'memo:steady' })).contents[0].text === 'It stays as it is',
  async ({ client }) => {
    let heard = 0;
    const onprogress = () => (heard += 1);
    const answer = await client.getPrompt({ name: 'reporting', arguments: {} }, { onprogress });
    return textOf(answer) === 'It is done' && heard > 0;
  },
  async ({ client }) => textOf(await client.getPrompt({ name: 'asking', arguments: {} })) === 'Greet Ada',
];

const visiting = (connect) =>
  async function visit({ url }) {
    const connected = await connect(url);
    try {
      for (const [index, step] of STEPS.entries()) if (!(await step(connected))) return `wrong in step ${index + 1}`;
    } finally {
      if (connected.transport.sessionId !== undefined) await connected.transport.terminateSession();
      await connected.client.close();
    }
    return 'right';
  };

const official = (name, connect) => ({ name, at: 2, everyMs: 200, expected: ['right'], provoke: visiting(connect) });

export const OFFICIALS = [
  official('official v1 client', v1),
  official('official v2 client, up to 2025-11-25', v2('legacy')),
  official('official v2 client that negotiates', v2('auto')),
];
