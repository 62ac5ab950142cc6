import { PassThrough } from 'node:stream';
import {
  Arg,
  Prompt,
  type RequestContext,
  type PromptHandler,
  Registry,
  Runtime,
  type ResourceContents,
  ResourceReader,
} from '@cuecard/core';
import { serveHttp, serveStdio } from '@cuecard/server';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Asked, envelope, messageOf, serverInfo, subscriptionId } from './support/modern.ts';
import { initialize, type Json, Lines, post } from './support/raw.ts';
import { until } from './support/until.ts';

const key = (name: string) => `io.modelcontextprotocol/${name}`;

class WordArgs {
  @Arg()
  word!: string;
}
@Prompt({ args: WordArgs })
class Say implements PromptHandler<WordArgs> {
  render = ({ word }: WordArgs) => word;
}
@Prompt()
class Ask implements PromptHandler {
  render = async (_: object, context: RequestContext) => (await context.ask(WordArgs, 'Which?')).word;
}
@Prompt()
class Log implements PromptHandler {
  render(_: object, context: RequestContext) {
    context.log('info', 'logged');
    return 'done';
  }
}
const waiting = new Map<string, { answer(): void; signal: AbortSignal; revision: string | undefined }>();
@Prompt({ args: WordArgs })
class Wait implements PromptHandler<WordArgs> {
  render = ({ word }: WordArgs, { signal, client }: RequestContext) =>
    new Promise<string>((resolve) => {
      waiting.set(word, { answer: () => resolve(word), signal, revision: client?.revision });
    });
}

class Page extends ResourceReader {
  readonly #watchers = new Set<() => void>();
  override read = async (uri: string): Promise<ResourceContents> => ({ uri, mimeType: 'text/plain', text: 'page' });
  override watch = async (_: string, changed: () => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  change(): void {
    for (const changed of this.#watchers) changed();
  }
}

const silent = { error() {}, warn() {}, info() {}, debug() {} };
const page = new Page();
const runtimeOf = () => new Runtime({ prompts: [Say, Ask, Log, Wait], resources: page, logger: silent });
const identity = { name: 'both', version: '1.0.0' };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const { answer } of waiting.values()) answer();
  waiting.clear();
  for (const each of open.splice(0).toReversed()) await each.close();
});

interface Connected {
  readonly lines: Lines;
  /** Sends a message and resolves to the next message received. */
  ask(message: object): Promise<Json>;
  send(message: object): void;
  close(): Promise<void>;
}
async function connect(runtime = runtimeOf(), options: object = {}): Promise<Connected> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = await serveStdio(runtime, { ...identity, ...options, stdin, stdout });
  open.push(server);
  const lines = new Lines(stdin, stdout);
  return {
    lines,
    ask: (message) => lines.ask(JSON.stringify(message)),
    send: (message) => lines.write(JSON.stringify(message)),
    close: () => server.close(),
  };
}

const older = (method: string, params?: object, id: Json = 1) => ({ jsonrpc: '2.0', id, method, params });
const newer = (method: string, params: Asked['params'] = {}, id: string | number = 1) =>
  messageOf({ method, params }, id);
const notice = (method: string, params?: object) => ({ jsonrpc: '2.0', method, params });
const cancel = (requestId: string | number, meta?: object) =>
  notice('notifications/cancelled', { requestId, ...(meta && { _meta: meta }) });
const say = (word: string) => ({ name: 'say', arguments: { word } });
const wait = (word: string) => ({ name: 'wait', arguments: { word } });
const messages = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });
const oldAnswer = (text: string, id: Json = 1) => ({ jsonrpc: '2.0', id, result: messages(text) });
const newAnswer = (text: string, id: Json = 1) => ({
  jsonrpc: '2.0',
  id,
  result: { resultType: 'complete', ...messages(text), _meta: { [serverInfo]: identity } },
});
const discovered = {
  jsonrpc: '2.0',
  id: 1,
  result: {
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
    capabilities: {
      prompts: { listChanged: true },
      completions: {},
      resources: { listChanged: true, subscribe: true },
    },
    _meta: { [serverInfo]: identity },
  },
};
const introduced = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 'init',
  result: { protocolVersion, capabilities: discovered.result.capabilities, serverInfo: identity },
});
const notFound = { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } };

/** Values of `_meta`, each with the revision that the headers repeat, if it has one. */
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
  ['initialize and notifications/initialized', [initialize('2025-11-25'), notice('notifications/initialized')]],
  ['initialize between two requests', [newer('prompts/list'), initialize('2025-06-18'), newer('prompts/list')]],
  ['notifications/initialized', [notice('notifications/initialized')]],
  ['a cancellation of an unknown request', [cancel('none')]],
  ['a cancellation of an unknown request, with an envelope', [cancel('none', envelope())]],
  [
    'a notification with a broken envelope',
    [notice('notifications/initialized', { _meta: { [key('protocolVersion')]: 5 } })],
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

/** Openings after which all requests are compared: one of each kind. */
const compared = new Set([
  'nothing',
  'server/discover',
  'a broken envelope',
  'a request without an envelope',
  'initialize',
]);
const kinds = openings.filter(([name]) => compared.has(name));

describe('serveStdio after any opening', () => {
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
      // These methods depend on the session, which exists only over stdio.
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
    expect(await connection.ask(initialize('2025-06-18'))).toEqual(introduced('2025-06-18'));
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

const SUPPORTED = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

describe('serveStdio with both eras on one connection', () => {
  test('notifies each era of a changed list in its own format', async () => {
    const runtime = runtimeOf();
    const { lines, ask } = await connect(runtime);
    await ask(initialize('2025-11-25'));
    await ask(newer('subscriptions/listen', { notifications: { promptsListChanged: true } }, 'L'));
    runtime.replace(new Registry([Say]));
    const changed = notice('notifications/prompts/list_changed');
    const notifications = (await lines.until(4)).slice(2);
    expect(notifications).toHaveLength(2);
    expect(notifications).toEqual(
      expect.arrayContaining([
        { jsonrpc: '2.0', method: changed.method },
        { jsonrpc: '2.0', method: changed.method, params: { _meta: { [subscriptionId]: 'L' } } },
      ]),
    );
  });

  test('sends no notifications to a 2026-07-28 client without a subscription', async () => {
    const runtime = runtimeOf();
    const { lines, ask } = await connect(runtime);
    await ask(newer('prompts/list'));
    runtime.replace(new Registry([Say]));
    await ask(newer('prompts/list'));
    expect(lines.received).toMatchObject([{ id: 1 }, { id: 1 }]);
  });

  test('notifies each era of a changed resource until its subscription is cancelled', async () => {
    const { lines, ask, send } = await connect();
    const uri = 'page:///1';
    await ask(initialize('2025-11-25'));
    await ask(older('resources/subscribe', { uri }));
    await ask(newer('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } }, 'L'));
    page.change();
    const notifications = (await lines.until(5)).slice(3);
    const method = 'notifications/resources/updated';
    const bare = { jsonrpc: '2.0', method, params: { uri } };
    expect(notifications).toEqual(
      expect.arrayContaining([bare, { ...bare, params: { uri, _meta: { [subscriptionId]: 'L' } } }]),
    );
    send(cancel('L'));
    await ask(newer('prompts/list'));
    page.change();
    expect((await lines.until(7))[6]).toEqual(bare);
  });

  test('cancels the named request, with or without an envelope', async () => {
    const { ask, send } = await connect();
    send(older('prompts/get', wait('old'), 'o'));
    send(newer('prompts/get', wait('new'), 'n'));
    await until(() => waiting.size === 2);
    expect([...waiting.values()].map(({ revision }) => revision).toSorted()).toEqual(['2025-03-26', '2026-07-28']);
    send(cancel('n'));
    await until(() => waiting.get('new')?.signal.aborted === true);
    expect(waiting.get('old')?.signal.aborted).toBe(false);
    send(cancel('o', envelope()));
    await until(() => waiting.get('old')?.signal.aborted === true);
    expect(await ask(newer('prompts/get', say('hi')))).toEqual(newAnswer('hi'));
  });

  test('rejects a request whose id is in progress, in either era', async () => {
    const { lines, ask, send } = await connect();
    send(older('prompts/get', wait('old')));
    await until(() => waiting.size === 1);
    const used = { code: -32600, message: 'Invalid Request: a request with this id is in progress already' };
    expect(await ask(newer('prompts/get', say('new')))).toEqual({ jsonrpc: '2.0', id: 1, error: used });
    waiting.get('old')?.answer();
    expect((await lines.until(2))[1]).toEqual(oldAnswer('old'));
    expect(await ask(newer('prompts/get', say('new')))).toEqual(newAnswer('new'));
  });

  test('passes an elicitation response to its request despite requests in between', async () => {
    const { lines, ask } = await connect();
    const { params } = initialize('2025-11-25');
    await ask({ ...initialize('2025-11-25'), params: { ...params, capabilities: { elicitation: {} } } });
    lines.write(JSON.stringify(notice('notifications/initialized')));
    const question = await ask(older('prompts/get', { name: 'ask' }, 'a'));
    expect(question).toMatchObject({ method: 'elicitation/create' });
    expect(await ask(newer('prompts/get', say('hi'), 'b'))).toEqual(newAnswer('hi', 'b'));
    expect(await ask(newer('prompts/get', { name: 'ask' }, 'c'))).toMatchObject({
      result: { resultType: 'input_required' },
    });
    const answer = {
      jsonrpc: '2.0',
      id: (question as { id: Json }).id,
      result: { action: 'accept', content: { word: 'this' } },
    };
    expect(await ask(answer)).toEqual(oldAnswer('this', 'a'));
    expect(lines.received).toHaveLength(5);
  });

  test('keeps the log levels of both eras separate', async () => {
    const { ask, lines } = await connect(runtimeOf(), { logging: true });
    await ask(initialize('2025-11-25'));
    await ask(older('logging/setLevel', { level: 'error' }));
    const meta = { ...envelope(), [key('logLevel')]: 'debug' };
    await ask(older('prompts/get', { name: 'log', _meta: meta }, 'new'));
    await ask(older('prompts/get', { name: 'log' }, 'old'));
    const logged = notice('notifications/message', { level: 'info', data: 'logged' });
    const [, , first, ...answers] = await lines.until(5);
    const answerTo = (id: string) => answers.find((answer) => (answer as { id?: Json }).id === id);
    expect([first, answerTo('new'), answerTo('old')]).toMatchObject([
      logged,
      newAnswer('done', 'new'),
      oldAnswer('done', 'old'),
    ]);
  });

  test('answers pending requests of both eras before it closes', async () => {
    const { lines, send, close } = await connect();
    send(older('prompts/get', wait('old'), 'o'));
    send(newer('prompts/get', wait('new'), 'n'));
    await until(() => waiting.size === 2);
    const closed = close();
    for (const word of ['new', 'old']) waiting.get(word)?.answer();
    await closed;
    expect(lines.received).toEqual(expect.arrayContaining([newAnswer('new', 'n'), oldAnswer('old', 'o')]));
  });
});
