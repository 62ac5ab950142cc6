import {
  Arg,
  Prompt,
  type RequestContext,
  type PromptHandler,
  Runtime,
  type ResourceContents,
  NotFoundError,
  ResourceReader,
} from '@cuecard/core';
import { createHandler, type HandlerOptions, serveHttp } from '@cuecard/server';
import { afterEach, describe, expect, test } from '@jest/globals';
import { IsIn } from 'class-validator';
import { ask, type Asked, envelope, headersOf, messageOf, outcome, serverInfo } from './support/modern.ts';
import { headers, post } from './support/raw.ts';
import { closables } from '../support/closables.ts';

const seen: RequestContext[] = [];

class WordArgs {
  @Arg()
  @IsIn(['one', 'two'])
  word!: string;
}
@Prompt({ args: WordArgs })
class Say implements PromptHandler<WordArgs> {
  render({ word }: WordArgs, context: RequestContext) {
    seen.push(context);
    context.progress(1, 2);
    context.log('info', 'saying');
    context.log('error', 'said');
    return word;
  }
}
@Prompt({ scopes: ['secret'] })
class Secret implements PromptHandler {
  render = () => 'secret';
}
@Prompt()
class Broken implements PromptHandler {
  render(): string {
    throw new Error('the password is hunter2');
  }
}
class Page extends ResourceReader {
  override async read(uri: string): Promise<ResourceContents> {
    if (uri === 'page:///none') throw new NotFoundError('resource', uri);
    return { uri, mimeType: 'text/plain', text: 'page' };
  }
}

const logger = { error() {}, warn() {} };
const runtimeOf = (...prompts: (typeof Say | typeof Secret | typeof Broken)[]) =>
  new Runtime({ prompts, resources: new Page(), logger });
const identity = { name: 'alone', version: '1.0.0', title: 'Alone', instructions: 'Ask.' };

const open = closables();
afterEach(() => void (seen.length = 0));
async function serve(options: Partial<HandlerOptions> = {}, runtime = runtimeOf(Say, Broken)): Promise<string> {
  const server = await serveHttp(runtime, { ...identity, port: 0, ...options });
  open.push(server);
  return server.url;
}
const say = (word: unknown, meta: object = {}): Asked => ({
  method: 'prompts/get',
  params: { name: 'say', arguments: { word }, _meta: { ...envelope(), ...meta } },
});
const said = { resultType: 'complete', messages: [{ role: 'user', content: { type: 'text', text: 'one' } }] };
const toPublic = { ttlMs: 0, cacheScope: 'public' };
const toOne = { ttlMs: 0, cacheScope: 'private' };

describe('serveHttp since 2026-07-28', () => {
  test('returns its revisions, capabilities and instructions for server/discover', async () => {
    const url = await serve();
    const { body } = await ask(url, { method: 'server/discover' });
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        ...toOne,
        resultType: 'complete',
        supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
        capabilities: { prompts: { listChanged: true }, completions: {}, resources: { listChanged: true } },
        instructions: 'Ask.',
        _meta: { [serverInfo]: { name: 'alone', version: '1.0.0', title: 'Alone' } },
      },
    });
  });

  test('returns a private cache scope if a list varies by caller', async () => {
    const url = await serve();
    expect(outcome(await ask(url, { method: 'prompts/list' }))).toMatchObject(toPublic);
    for (const method of ['resources/list', 'resources/templates/list']) {
      expect(outcome(await ask(url, { method }))).toMatchObject({ ...toOne, resultType: 'complete' });
    }
    expect(outcome(await ask(url, { method: 'resources/read', params: { uri: 'page:///1' } }))).toMatchObject(toOne);
    expect(outcome(await ask(url, say('one')))).toEqual(said);
    const varying = await serve({}, runtimeOf(Say, Secret));
    expect(outcome(await ask(varying, { method: 'prompts/list' }))).toMatchObject({
      ...toOne,
      prompts: [{ name: 'say' }],
    });
  });

  test('completes an argument', async () => {
    const params = { ref: { type: 'ref/prompt', name: 'say' }, argument: { name: 'word', value: 't' } };
    expect(outcome(await ask(await serve(), { method: 'completion/complete', params }))).toEqual({
      resultType: 'complete',
      completion: { values: ['two'], total: 1, hasMore: false },
    });
  });

  test('passes the client and the identity of each request to prompts', async () => {
    const url = await serve({ authenticate: () => ({ principal: 'ada', scopes: [] }) });
    await ask(url, say('one', { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }));
    expect(seen.map(({ client, auth, sessionId, meta }) => ({ client, auth, sessionId, meta }))).toEqual([
      {
        client: {
          revision: '2026-07-28',
          name: 'raw',
          version: '1',
          capabilities: { elicitation: { form: {} } },
        },
        auth: { principal: 'ada', scopes: [] },
        sessionId: undefined,
        meta: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
      },
    ]);
  });

  test('drops a __proto__ in _meta', async () => {
    await ask(await serve(), say('one', JSON.parse('{ "__proto__": { "isAdmin": true }, "a": 1 }')));
    const [{ meta } = { meta: {} }] = seen;
    expect([meta, 'isAdmin' in meta, Object.getPrototypeOf(meta)]).toEqual([{ a: 1 }, false, Object.prototype]);
  });

  test.each<[string, Asked, object]>([
    [
      'an unknown prompt',
      { method: 'prompts/get', params: { name: 'sai' } },
      { data: { prompt: 'sai', suggestion: 'say' } },
    ],
    ['a missing argument', { method: 'prompts/get', params: { name: 'say' } }, { data: { prompt: 'say' } }],
    ['an argument of the wrong kind', say(5), { data: { prompt: 'say' } }],
    ['a wrong cursor', { method: 'prompts/list', params: { cursor: 7 } }, {}],
    ['a reference to nothing', { method: 'completion/complete', params: { ref: 7 } }, {}],
    [
      'an unknown resource',
      { method: 'resources/read', params: { uri: 'page:///none' } },
      { data: { uri: 'page:///none' } },
    ],
  ])('answers %s with -32602', async (_, asked, error) => {
    const { status, body } = await ask(await serve(), asked);
    expect([status, outcome({ body })]).toMatchObject([200, { code: -32602, ...error }]);
  });

  test('does not reveal the cause of an internal error', async () => {
    const { body } = await ask(await serve(), { method: 'prompts/get', params: { name: 'broken' } });
    expect(body).toMatchObject({ error: { code: -32603, message: 'Internal error' } });
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  test.each<[string, Asked, Record<string, string>, number, number]>([
    ['an unknown method', { method: 'prompts/burn' }, {}, 404, -32601],
    ['a removed method', { method: 'resources/subscribe', params: { uri: 'page:///1' } }, {}, 404, -32601],
    ['initialize', { method: 'initialize' }, {}, 404, -32601],
    ['a header that names another method', say('one'), { 'mcp-method': 'prompts/list' }, 400, -32020],
    ['a header that names another prompt', say('one'), { 'mcp-name': 'burn' }, 400, -32020],
    [
      'an unknown revision',
      say('one', { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }),
      { 'mcp-protocol-version': '2099-01-01' },
      400,
      -32022,
    ],
    [
      'a request without client capabilities',
      say('one', { 'io.modelcontextprotocol/clientCapabilities': undefined }),
      {},
      400,
      -32602,
    ],
    ['a foreign origin', say('one'), { origin: 'https://evil.example' }, 403, -32600],
  ])('rejects %s in each response mode', async (...[, asked, given, status, code]) => {
    for (const responseMode of ['auto', 'sse'] as const) {
      const answer = await ask(await serve({ responseMode }), asked, given);
      expect([responseMode, answer.status, answer.body]).toMatchObject([responseMode, status, { error: { code } }]);
    }
  });

  test('rejects a request with the revision header but without an envelope', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'prompts/list' };
    const { status, body } = await post(await serve(), JSON.stringify(message), headersOf({ method: 'prompts/list' }));
    expect([status, body]).toMatchObject([400, { error: { code: -32602 } }]);
  });

  test.each(['GET', 'DELETE'])('rejects %s', async (method) => {
    const { status } = await fetch(await serve(), {
      method,
      headers: { ...headers, 'mcp-protocol-version': '2026-07-28' },
    });
    expect(status).toBe(405);
  });

  test('rejects bodies over maxBodyBytes', async () => {
    expect((await ask(await serve({ maxBodyBytes: 100 }), say('one'))).status).toBe(413);
  });

  test('requires authentication', async () => {
    expect((await ask(await serve({ authenticate: () => undefined }), say('one'))).status).toBe(401);
  });
});

describe('prompts/get since 2026-07-28', () => {
  const progress = { method: 'notifications/progress', params: { progressToken: 't', progress: 1, total: 2 } };
  const error = { method: 'notifications/message', params: { level: 'error', data: 'said' } };
  const info = { method: 'notifications/message', params: { level: 'info', data: 'saying' } };
  const wishes = (level?: string) => ({
    progressToken: 't',
    ...(level !== undefined && { 'io.modelcontextprotocol/logLevel': level }),
  });

  test('sends progress and log messages before the result if the request asks for them', async () => {
    const url = await serve({ logging: true });
    expect(await ask(url, say('one', wishes()))).toMatchObject({ body: [progress, { result: said }] });
    expect(await ask(url, say('one', wishes('debug')))).toMatchObject({
      body: [progress, info, error, { result: said }],
    });
    expect(await ask(url, say('one', wishes('warning')))).toMatchObject({ body: [progress, error, { result: said }] });
    expect((await ask(url, say('one', wishes('warning')))).body).toHaveLength(3);
    expect((await ask(url, say('one'))).body).toMatchObject({ result: said });
  });

  test('sends no log messages without the logging option', async () => {
    expect((await ask(await serve(), say('one', wishes('debug')))).body).toHaveLength(2);
  });

  test('drops progress and log messages with responseMode json', async () => {
    const url = await serve({ logging: true, responseMode: 'json' });
    expect((await ask(url, say('one', wishes('debug')))).body).toMatchObject({ result: said });
  });

  test('streams a single result with responseMode sse', async () => {
    expect((await ask(await serve({ responseMode: 'sse' }), say('one'))).body).toMatchObject([{ result: said }]);
  });
});

describe('HttpHandler.fetch', () => {
  test('serves every revision', async () => {
    const handler = createHandler(runtimeOf(Say), identity);
    open.push(handler);
    const fetchAs = async (body: object, given: Record<string, string>) => {
      const init = { method: 'POST', headers: { ...headers, ...given }, body: JSON.stringify(body) };
      const response = await handler.fetch(new Request('http://localhost/mcp', init));
      return (await response.json()) as unknown;
    };
    const { _meta, ...params } = say('one').params ?? {};
    const older = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params };
    expect(await fetchAs(older, {})).toMatchObject({ result: { messages: said.messages } });
    expect(await fetchAs(messageOf(say('one')), headersOf(say('one')))).toMatchObject({ result: said });
  });
});
