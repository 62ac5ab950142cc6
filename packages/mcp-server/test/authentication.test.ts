import { PassThrough } from 'node:stream';
import { type Auth, Prompt, type PromptContext, type PromptHandler, PromptRuntime } from '@cuecard/core';
import { bindRuntime, type HandlerOptions, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport, Server } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, test } from '@jest/globals';
import { modes } from './support/modes.ts';
import { headers, initialize, Lines, post } from '../../mcp-sdk/test/support/raw.ts';

const seen: PromptContext[] = [];

@Prompt()
class WhoAmI implements PromptHandler {
  render(_: object, context: PromptContext) {
    seen.push(context);
    return context.auth?.principal ?? 'nobody';
  }
}

const runtime = new PromptRuntime({ prompts: [WhoAmI] });
const identity = { name: 'x', version: '1' };
const people: Record<string, Auth> = {
  'Bearer ada': { principal: 'ada', scopes: ['read', 'write'], claims: { team: 'engine' } },
  'Bearer eve': { principal: 'eve', scopes: ['read'] },
};
const authenticate = async ({ headers: given }: Request) => people[given.get('authorization') ?? ''];

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  seen.length = 0;
  for (const each of open.splice(0).toReversed()) await each.close();
});

const as = (name: string) => ({ authorization: `Bearer ${name}` });
const get = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'who_am_i' } });
const answered = (name: string) => ({
  jsonrpc: '2.0',
  id: 1,
  result: { messages: [{ role: 'user', content: { type: 'text', text: name } }] },
});

describe('over HTTP', () => {
  async function serve(options: Partial<HandlerOptions> = {}) {
    const server = await serveHttp(runtime, { ...identity, port: 0, authenticate, ...options });
    open.push(server);
    return server.url;
  }
  async function session(url: string, name: string): Promise<string> {
    const { headers: given } = await post(url, JSON.stringify(initialize('2025-11-25')), as(name));
    return given.get('mcp-session-id') ?? '';
  }

  test.each(['auto', 'json', 'sse'] as const)('with %s, a prompt knows on whose behalf it is asked', async (mode) => {
    const url = await serve({ responseMode: mode });
    await post(url, get, as('ada'));
    await post(url, get, { ...as('eve'), 'mcp-session-id': await session(url, 'eve') });
    expect(seen.map(({ auth }) => auth)).toEqual([people['Bearer ada'], people['Bearer eve']]);
  });

  test.each(['POST', 'GET', 'DELETE'])('nobody gets anything with %s but how to say who they are', async (method) => {
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
          id: null,
          error: { code: -32000, message: 'Unauthorized: this server has to know who asks' },
        },
      ]);
    }
    expect(seen).toEqual([]);
  });

  test('nobody is told why they could not be verified', async () => {
    const url = await serve({
      authenticate: () => {
        throw new Error('the key is hunter2');
      },
    });
    const { status, body } = await post(url, get, as('ada'));
    expect([status, JSON.stringify(body).includes('hunter2')]).toEqual([401, false]);
  });

  test('a session is unknown to everybody but its own principal, and goes on', async () => {
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

  test('whoever would steal a session does not keep it from being ended for being idle', async () => {
    const url = await serve({ maxSessions: 1 });
    const own = { 'mcp-session-id': await session(url, 'ada') };
    await post(url, get, { ...as('eve'), ...own });
    const other = { 'mcp-session-id': await session(url, 'eve') };
    expect([
      (await post(url, get, { ...as('ada'), ...own })).status,
      (await post(url, get, { ...as('eve'), ...other })).status,
    ]).toEqual([404, 200]);
  });

  test('what is verified anew with each request counts for that request', async () => {
    let scopes = ['read'];
    const url = await serve({ authenticate: () => ({ principal: 'ada', scopes }) });
    const own = { 'mcp-session-id': await session(url, 'ada') };
    await post(url, get, own);
    scopes = [];
    await post(url, get, own);
    expect(seen.map(({ auth }) => auth?.scopes)).toEqual([['read'], []]);
  });

  const requestInit = { headers: as('ada') };
  test('the official clients pass with their tokens', async () => {
    const url = await serve();
    const v1 = new ClientV1(identity);
    await v1.connect(new HttpV1(new URL(url), { requestInit }) as Parameters<typeof v1.connect>[0]);
    open.push(v1);
    const { result } = answered('ada');
    expect(await v1.getPrompt({ name: 'who_am_i' })).toEqual(result);
    for (const mode of Object.values(modes)) {
      const v2 = new ClientV2(identity, { versionNegotiation: { mode } });
      await v2.connect(new HttpV2(new URL(url), { requestInit }));
      open.push(v2);
      expect(await v2.getPrompt({ name: 'who_am_i' })).toMatchObject(result);
    }
  });
});

test('over stdio, requests are made on behalf of whom the server was started for', async () => {
  const auth = { principal: 'me', scopes: ['all'] };
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  open.push(await serveStdio(runtime, { ...identity, stdin, stdout, auth }));
  expect(await new Lines(stdin, stdout).ask(get)).toEqual(answered('me'));
  expect(seen[0]?.auth).toBe(auth);
});

describe("a user's own server", () => {
  const token = 'hunter2';
  async function asked(authInfo?: object, options: { auth?: Auth } = {}): Promise<PromptContext | undefined> {
    const server = new Server(identity);
    server.onclose = bindRuntime(server, runtime, options);
    const [near, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    const done = new Promise((resolve) => (near.onmessage = resolve));
    const send = near.send.bind(near) as (message: unknown, options?: object) => Promise<void>;
    await send(JSON.parse(get), authInfo && { authInfo });
    await done;
    await near.close();
    return seen[0];
  }

  test.each([
    ['the client', { token, clientId: 'app', scopes: ['a'] }, { principal: 'app', scopes: ['a'] }],
    [
      'the subject, where a claim says who that is',
      { token, clientId: 'app', scopes: [], extra: { sub: 'ada', iss: 'https://id.example' } },
      { principal: 'ada', scopes: [], claims: { sub: 'ada', iss: 'https://id.example' } },
    ],
    [
      'the client, where the subject is no name',
      { token, clientId: 'app', scopes: [], extra: { sub: '' } },
      { principal: 'app', scopes: [], claims: { sub: '' } },
    ],
  ])('knows %s from what the SDK has verified', async (_, authInfo, auth) => {
    const context = await asked(authInfo);
    expect(context?.auth).toEqual(auth);
    expect(JSON.stringify([context?.auth, context?.meta, context?.client])).not.toContain(token);
  });

  test('knows whom it was bound for, unless the SDK knows better', async () => {
    const auth = { principal: 'me', scopes: [] };
    expect((await asked(undefined, { auth }))?.auth).toBe(auth);
    seen.length = 0;
    expect((await asked({ token, clientId: 'app', scopes: [] }, { auth }))?.auth?.principal).toBe('app');
    seen.length = 0;
    expect((await asked())?.auth).toBeUndefined();
  });
});

test('a prompt knows the request, its session and what came with it', async () => {
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
