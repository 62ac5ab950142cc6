import { PassThrough } from 'node:stream';
import { type Auth, Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { type HandlerOptions, serveHttp, serveStdio } from '@cuecard/server';
import { afterEach, describe, expect, test } from '@jest/globals';
import { officialClients } from './support/users.ts';
import { headers, initialize, Lines, post } from './support/raw.ts';
import { everyVersion } from './support/versions.ts';
import { closables } from '../support/closables.ts';

const seen: RequestContext[] = [];

@Prompt()
class WhoAmI implements PromptHandler {
  render(_: object, context: RequestContext) {
    seen.push(context);
    return context.auth?.principal ?? 'nobody';
  }
}

const runtime = new Runtime({ prompts: [WhoAmI] });
const identity = { name: 'x', version: '1' };
const people: Record<string, Auth> = {
  'Bearer ada': { principal: 'ada', scopes: ['read', 'write'], claims: { team: 'engine' } },
  'Bearer eve': { principal: 'eve', scopes: ['read'] },
};
const authenticate = async ({ headers: given }: Request) => people[given.get('authorization') ?? ''];

const as = (name: string) => ({ authorization: `Bearer ${name}` });
const get = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'who_am_i' } });
const answered = (name: string) => ({
  jsonrpc: '2.0',
  id: 1,
  result: { messages: [{ role: 'user', content: { type: 'text', text: name } }] },
});

const open = closables();
afterEach(() => void (seen.length = 0));

describe('HandlerOptions.authenticate', () => {
  test('rejects the caller if authenticate throws an object that cannot be inspected', async () => {
    const trap = () => {
      throw new Error('secret of the trap');
    };
    const thrown = new Proxy(new Error('secret'), { get: trap, getPrototypeOf: trap, has: trap });
    const url = await serve({
      maxRequests: 1,
      authenticate: () => {
        throw thrown;
      },
    });
    const answers = [await post(url, get), await post(url, get)];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(JSON.stringify(answers)).not.toContain('secret');
  });

  async function serve(options: Partial<HandlerOptions> = {}) {
    const server = await serveHttp(runtime, { ...identity, port: 0, authenticate, ...options });
    open.push(server);
    return server.url;
  }
  async function session(url: string, name: string): Promise<string> {
    const { headers: given } = await post(url, JSON.stringify(initialize('2025-11-25')), as(name));
    return given.get('mcp-session-id') ?? '';
  }

  test.each(['auto', 'sse'] as const)('passes the identity to prompts with responseMode %s', async (mode) => {
    const url = await serve({ responseMode: mode });
    await post(url, get, as('ada'));
    await post(url, get, { ...as('eve'), 'mcp-session-id': await session(url, 'eve') });
    expect(seen.map(({ auth }) => auth)).toEqual([people['Bearer ada'], people['Bearer eve']]);
  });

  test.each(['POST', 'GET', 'DELETE'])('rejects %s from an unknown caller with a challenge', async (method) => {
    const url = await serve();
    const own = { 'mcp-session-id': await session(url, 'ada') };
    for (const given of [own, { ...own, authorization: 'Bearer mallory' }]) {
      const body = method === 'POST' ? { body: get } : {};
      const response = await fetch(url, { method, headers: { ...headers, ...given }, ...body });
      expect([response.status, response.headers.get('www-authenticate'), await response.json()]).toEqual([
        401,
        'Bearer',
        {
          jsonrpc: '2.0',
          error: { code: -32000, message: 'Unauthorized: this server requires authentication' },
        },
      ]);
    }
    expect(seen).toEqual([]);
  });

  test('serves a session only to its principal', async () => {
    const url = await serve();
    const own = { 'mcp-session-id': await session(url, 'ada') };
    const madeUp = await post(url, get, { ...as('eve'), 'mcp-session-id': 'made up' });
    expect(madeUp.status).toBe(404);
    const stolen = await post(url, get, { ...as('eve'), ...own });
    expect([stolen.status, stolen.body]).toEqual([madeUp.status, madeUp.body]);
    for (const method of ['GET', 'DELETE']) {
      const { status } = await fetch(url, {
        method,
        headers: { accept: 'text/event-stream', ...as('eve'), ...own },
      });
      expect(status).toBe(404);
    }
    expect((await post(url, get, { ...as('ada'), ...own })).body).toEqual(answered('ada'));
  });

  test('lets a session become idle despite requests of another principal', async () => {
    const url = await serve({ maxSessions: 1 });
    const own = { 'mcp-session-id': await session(url, 'ada') };
    await post(url, get, { ...as('eve'), ...own });
    const other = { 'mcp-session-id': await session(url, 'eve') };
    expect([
      (await post(url, get, { ...as('ada'), ...own })).status,
      (await post(url, get, { ...as('eve'), ...other })).status,
    ]).toEqual([404, 200]);
  });

  test('determines the identity again for each request of a session', async () => {
    let scopes = ['read'];
    const url = await serve({ authenticate: () => ({ principal: 'ada', scopes }) });
    const own = { 'mcp-session-id': await session(url, 'ada') };
    await post(url, get, own);
    scopes = [];
    await post(url, get, own);
    expect(seen.map(({ auth }) => auth?.scopes)).toEqual([['read'], []]);
  });

  test('accepts the tokens of the official clients', async () => {
    const url = await serve();
    for (const version of everyVersion) {
      const { meet, http } = officialClients[version];
      const client = await meet(http(url, { requestInit: { headers: as('ada') } }), {});
      open.push(client);
      expect(await client.getPrompt('who_am_i')).toEqual(answered('ada').result);
    }
  });
});

describe('ServeStdioOptions.auth', () => {
  test('sets the identity of each request', async () => {
    const auth = { principal: 'me', scopes: ['all'] };
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    open.push(await serveStdio(runtime, { ...identity, stdin, stdout, auth }));
    expect(await new Lines(stdin, stdout).ask(get)).toEqual(answered('me'));
    expect(seen[0]?.auth).toBe(auth);
  });
});

describe('RequestContext', () => {
  test('has the id, the session and the metadata of its request', async () => {
    const server = await serveHttp(runtime, { ...identity, port: 0 });
    open.push(server);
    const { headers: given } = await post(server.url, JSON.stringify(initialize('2025-11-25')));
    const own = { 'mcp-session-id': given.get('mcp-session-id') ?? '' };
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const params = { name: 'who_am_i', _meta: { traceparent, 'example.com/x': [1] } };
    await post(server.url, JSON.stringify({ jsonrpc: '2.0', id: 'r-7', method: 'prompts/get', params }), own);
    await post(server.url, get);
    expect(seen.map(({ requestId, sessionId, meta, trace }) => ({ requestId, sessionId, meta, trace }))).toEqual([
      {
        requestId: 'r-7',
        sessionId: own['mcp-session-id'],
        meta: { traceparent, 'example.com/x': [1] },
        trace: { traceparent },
      },
      { requestId: 1, sessionId: undefined, meta: {}, trace: {} },
    ]);
  });
});
