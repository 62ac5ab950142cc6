import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { envelope } from './support/modern.ts';
import { initialize, type Json, post } from './support/raw.ts';
import {
  cancel,
  connect,
  type Connected,
  discovered,
  identity,
  initResult,
  key,
  newAnswer,
  newer,
  notificationOf,
  oldAnswer,
  older,
  runtimeOf,
  say,
  SUPPORTED,
} from './support/stdio-revisions.ts';

const notFound = { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } };

/** Values of `_meta`, each with the revision that the headers repeat, if any. */
const metas: readonly [object | undefined, string?][] = [
  [undefined],
  [{}],
  [{ traceparent: '00-1-2-01' }],
  [{ [key('clientCapabilities')]: {} }],
  ...['2026-07-28', '2025-11-25', '2024-11-05', '2026-07-29', '2099-01-01', 'nonsense', '1'].map(
    (revision): [object, string] => [{ ...envelope(), [key('protocolVersion')]: revision }, revision],
  ),
  [{ ...envelope(), odd: true }, '2026-07-28'],
  ...[
    ...[5, null, {}, ['2026-07-28']].map((revision) => ({ ...envelope(), [key('protocolVersion')]: revision })),
    { [key('protocolVersion')]: '2026-07-28' },
    { [key('protocolVersion')]: '2099-01-01' },
    { ...envelope(), [key('clientCapabilities')]: 5 },
    { ...envelope(), [key('clientCapabilities')]: null },
    { ...envelope(), [key('clientInfo')]: { name: 5 } },
    { ...envelope(), [key('logLevel')]: 'loud' },
  ].map((broken): [object] => [broken]),
];

const calls: readonly [string, object][] = [
  ['server/discover', {}],
  ['prompts/list', {}],
  ['prompts/get', say('hi')],
  ['prompts/get', { name: 'nope' }],
  ['completion/complete', { ref: 5 }],
  ['tools/list', {}],
  ['tools/list', { cursor: 'x' }],
  ['resources/read', { uri: 'page:///1' }],
  ['resources/subscribe', {}],
  ['initialize', initialize('2025-06-18').params],
  ['ping', {}],
  ['logging/setLevel', { level: 'info' }],
  ['x/y', {}],
];

/** All requests to compare, with their headers for HTTP. */
const requests = metas.flatMap(([meta, revision]) =>
  [...calls, ...(revision === '2026-07-28' ? [] : [['subscriptions/listen', { notifications: {} }] as const])].map(
    ([method, params]) => {
      const message = older(method, { ...params, ...(meta && { _meta: meta }) });
      const { name, uri } = params as { name?: string; uri?: string };
      const headers = {
        ...(revision !== undefined && { 'mcp-protocol-version': revision, 'mcp-method': method }),
        ...(revision !== undefined && (name ?? uri) !== undefined && { 'mcp-name': name ?? uri ?? '' }),
      };
      return { message, headers, meta };
    },
  ),
);

/** Whether a request names its revision. */
const isClaimed = ({ meta = {} }: { meta?: object | undefined }) => key('protocolVersion') in meta;

/** Messages that a client may send first. */
const openings: readonly [string, readonly object[]][] = [
  ['nothing', []],
  ['a ping', [older('ping')]],
  ['server/discover without an envelope', [older('server/discover')]],
  ['server/discover', [newer('server/discover')]],
  [
    'server/discover with an unsupported revision',
    [older('server/discover', { _meta: { ...envelope(), [key('protocolVersion')]: '2099-01-01' } })],
  ],
  ['a broken envelope', [older('prompts/list', { _meta: { [key('protocolVersion')]: '2026-07-28' } })]],
  ['a request', [newer('prompts/list')]],
  ['a request without an envelope', [older('prompts/list')]],
  ['initialize', [initialize('2025-11-25')]],
  ['initialize and notifications/initialized', [initialize('2025-11-25'), notificationOf('notifications/initialized')]],
  ['initialize between two requests', [newer('prompts/list'), initialize('2025-06-18'), newer('prompts/list')]],
  ['notifications/initialized', [notificationOf('notifications/initialized')]],
  ['a cancellation of an unknown request', [cancel('none')]],
  ['a cancellation of an unknown request, with an envelope', [cancel('none', envelope())]],
  [
    'a notification with a broken envelope',
    [notificationOf('notifications/initialized', { _meta: { [key('protocolVersion')]: 5 } })],
  ],
  ['a response to no request', [{ jsonrpc: '2.0', id: 9, result: {} }]],
];

type Request = (typeof requests)[number];

/** Resolves to some of the requests, each with its response over HTTP. */
const answered = async (isWanted: (request: Request) => boolean) => (await overHttp()).filter(isWanted);

let inHttp: Promise<(Request & { readonly answer: Json })[]> | undefined;
const overHttp = () => (inHttp ??= askOverHttp());
async function askOverHttp() {
  const server = await serveHttp(runtimeOf(), { ...identity, port: 0 });
  const answers: (Request & { readonly answer: Json })[] = [];
  for (const request of requests) {
    const { body } = await post(server.url, JSON.stringify(request.message), request.headers);
    answers.push({ ...request, answer: body });
  }
  await server.close();
  return answers;
}

const isIntroduction = (message: object) => 'method' in message && message.method === 'initialize';

/** Connects, sends the opening messages, and waits for the responses. */
async function connectAfter(opening: readonly object[]): Promise<Connected> {
  const connection = await connect();
  for (const message of opening) connection.send(message);
  const count = opening.filter((message) => 'id' in message && 'method' in message).length;
  await connection.lines.until(count);
  return connection;
}

/** Openings to compare all requests after: one of each kind. */
const compared = new Set([
  'nothing',
  'server/discover',
  'a broken envelope',
  'a request without an envelope',
  'initialize',
]);
const kinds = openings.filter(([name]) => compared.has(name));

describe('serveStdio after any first messages', () => {
  test.each(kinds)('answers requests with an envelope as over HTTP, after %s', async (_, opening) => {
    const { ask } = await connectAfter(opening);
    for (const { message, answer } of await answered(isClaimed)) {
      expect({ message, answer: await ask(message) }).toEqual({ message, answer });
    }
  });

  test.each(kinds.filter(([, opening]) => !opening.some(isIntroduction)))(
    'answers requests without an envelope as over HTTP, after %s',
    async (_, opening) => {
      const { ask } = await connectAfter(opening);
      // Skips methods that depend on the session, which exists only over stdio.
      const isAlike = ({ message }: Request) => !isIntroduction(message) && message.method !== 'resources/subscribe';
      for (const { message, answer } of await answered((request) => !isClaimed(request) && isAlike(request))) {
        expect({ message, answer: await ask(message) }).toEqual({ message, answer });
      }
    },
  );

  test.each(openings)('serves each revision, after %s', async (_, opening) => {
    const connection = await connectAfter(opening);
    expect(await connection.ask(newer('server/discover'))).toEqual(discovered);
    expect(await connection.ask(newer('prompts/get', say('new')))).toEqual(newAnswer('new'));
    expect(await connection.ask(initialize('2025-06-18'))).toEqual(initResult('2025-06-18'));
    expect(await connection.ask(older('prompts/get', say('old')))).toEqual(oldAnswer('old'));
    expect(await connection.ask(newer('prompts/get', say('new')))).toEqual(newAnswer('new'));
    expect(await connection.ask(older('server/discover'))).toEqual(notFound);
    expect(await connection.ask(newer('server/discover'))).toEqual(discovered);
  });

  test('rejects an unsupported revision in every request', async () => {
    const { ask } = await connect();
    await ask(newer('prompts/list'));
    for (const requested of ['2099-01-01', '2025-11-25']) {
      const meta = { ...envelope(), [key('protocolVersion')]: requested };
      expect(await ask(older('prompts/get', { ...say('hi'), _meta: meta }))).toEqual({
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32022,
          message: `Unsupported protocol version: ${requested}`,
          data: { supported: SUPPORTED, requested },
        },
      });
    }
    expect(await ask(newer('prompts/get', say('hi')))).toEqual(newAnswer('hi'));
  });
});
