import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { definePrompt, Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from '@jest/globals';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { serveWithExpress } from '../dist/serving/express.js';
import { serveWithExpressAndTokens } from '../dist/serving/express-with-tokens.js';
import { promptsOf, serveWithFastify } from '../dist/serving/fastify.js';
import { serveWithHono } from '../dist/serving/hono.js';
import { serveWithNode } from '../dist/serving/node.js';
import { runtime as shown } from '../dist/serving/runtime.js';
import { type Served, served } from '../dist/serving/served.js';
import { headersOf, messageOf } from '../../../packages/server/test/wire/support/modern.ts';
import { headers, post } from '../../../packages/server/test/wire/support/raw.ts';
import { closables } from '../../../packages/server/test/support/closables.ts';
import { pending, until } from '../../../packages/server/test/support/gates.ts';

const MAX_BODY = 4 * 1024 * 1024;
const identity = { name: 'mounted', version: '1.0.0' };
const textOf = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });
const list = { jsonrpc: '2.0', id: 1, method: 'prompts/list' };

const greetings = () => new Runtime({ prompts: shown.registry });
/** A prompt that reports its start and waits to be released. */
class Waiting {
  readonly runtime: Runtime;
  readonly begun: Promise<RequestContext>;
  release = () => {};

  constructor() {
    let begin: (context: RequestContext) => void;
    this.begun = new Promise((resolve) => (begin = resolve));
    const released = new Promise<void>((resolve) => (this.release = resolve));
    @Prompt({ name: 'waiting' })
    class WaitingPrompt implements PromptHandler {
      async render(_: object, context: RequestContext) {
        context.progress(1, 2);
        begin(context);
        await released;
        return 'waited';
      }
    }
    this.runtime = new Runtime({ prompts: [WaitingPrompt] });
  }
}

const open = closables();

async function start(serve: (runtime: Runtime) => Promise<Served>, runtime = greetings()) {
  const application = await serve(runtime);
  open.push(application);
  return application;
}

/** Whether an application refuses new connections, or requests as Fastify does. */
async function isClosing(url: string): Promise<boolean> {
  const { status } = await fetch(url).catch(() => ({ status: 503 }));
  return status === 503;
}

const modes = ['legacy', 'auto', { pin: '2026-07-28' }] as const;
type Mode = (typeof modes)[number];

async function connect(url: string, mode: Mode = 'legacy', streamOpened = () => {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method === 'GET') streamOpened();
    return response;
  };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: watched }));
  open.push(client);
  return client;
}

/** Returns the results that the official client gets, for each negotiation mode. */
async function servedAt(url: string, agreed: readonly Mode[] = modes): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const mode of agreed) {
    const client = await connect(url, mode);
    const { prompts } = await client.listPrompts();
    const { messages } = await client.getPrompt({ name: 'greeting', arguments: { name: 'Ada' } });
    const ref = { type: 'ref/prompt', name: 'greeting' } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'name', value: 'A' } });
    const refusal: unknown = await client.getPrompt({ name: 'greeting' }).catch((error: unknown) => error);
    all.push([prompts.map(({ name }) => name), messages, completion.values, (refusal as { code?: unknown }).code]);
    await client.close();
  }
  return all;
}

const everything = modes.map(() => [
  ['greeting'],
  textOf('Write a greeting for Ada.').messages,
  ['Ada', 'Alan', 'Grace'],
  -32602,
]);

describe.each([
  ['node:http', serveWithNode],
  ['Express', serveWithExpress],
  ['Fastify', serveWithFastify],
  ['Hono', serveWithHono],
])('createHandler in %s', (_, serve) => {
  test('serves every revision next to routes of the application', async () => {
    const { url } = await start(serve);
    expect(await servedAt(url)).toEqual(everything);
    const about = await fetch(new URL('/about', url));
    expect([about.status, await about.text()]).toEqual([200, 'Greetings, and prompts for them']);
    expect((await fetch(new URL('/nowhere', url))).status).toBe(404);
  });

  test('sends progress before the result', async () => {
    const { runtime, release } = new Waiting();
    const { url } = await start(serve, runtime);
    for (const mode of modes) {
      const client = await connect(url, mode);
      // The progress releases the prompt, so this would hang if the framework buffered the response.
      expect(await client.getPrompt({ name: 'waiting' }, { onprogress: release })).toMatchObject(textOf('waited'));
    }
  });

  test.each(modes)('notifies a listening client of changed prompts: %j', async (mode) => {
    const changing = greetings();
    const { url } = await start(serve, changing);
    const [stream, notification] = [pending(), pending()];
    const client = await connect(url, mode, stream.settle);
    client.setNotificationHandler('notifications/prompts/list_changed', () => notification.settle());
    if (client.getNegotiatedProtocolVersion() === '2026-07-28') await client.listen({ promptsListChanged: true });
    else await stream.promise;
    await client.listPrompts();
    changing.replace(changing.registry.with(definePrompt({ name: 'another', render: () => 'another' })));
    await notification.promise;
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['another', 'greeting']);
  });

  test('rejects a body of more than 4 MiB with 413', async () => {
    const { url } = await start(serve);
    const body = (bytes: number) => JSON.stringify(list).padEnd(bytes);
    expect(await post(url, body(MAX_BODY))).toMatchObject({ status: 200, body: { result: { prompts: [{}] } } });
    const refused = { error: { code: -32000, message: `The body is larger than ${MAX_BODY} bytes` } };
    expect(await post(url, body(MAX_BODY + 1))).toMatchObject({ status: 413, body: refused });
    const chunked = await fetch(url, {
      method: 'POST',
      headers,
      body: new Blob([body(MAX_BODY + 1)]).stream(),
      duplex: 'half',
    });
    expect([chunked.status, await chunked.json()]).toMatchObject([413, refused]);
  });

  test('aborts the prompt of a client that disconnects', async () => {
    const { runtime, begun, release } = new Waiting();
    const { url } = await start(serve, runtime);
    const call = { method: 'prompts/get', params: { name: 'waiting' } };
    const going = request(url, { method: 'POST', headers: { ...headers, ...headersOf(call) }, agent: false });
    going.on('error', () => {}).end(JSON.stringify(messageOf(call)));
    const { signal } = await begun;
    going.destroy();
    if (!signal.aborted) await once(signal, 'abort');
    expect(signal.aborted).toBe(true);
    release();
  });

  test('answers pending requests and ends open streams on shutdown', async () => {
    const { runtime, begun, release } = new Waiting();
    const { url, close } = await start(serve, runtime);
    const listening = await connect(url);
    const client = await connect(url, { pin: '2026-07-28' });
    await Promise.all([listening.listPrompts(), client.listen({ promptsListChanged: true })]);
    const answer = client.getPrompt({ name: 'waiting' });
    await begun;
    const closing = close();
    await until(() => isClosing(url));
    release();
    expect(await answer).toMatchObject(textOf('waited'));
    await closing;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  }, 9_000); // After 10 seconds, `served` cuts off all connections.

  test('rejects another host name with 403', async () => {
    const { url } = await start(serve);
    const incoming = request(url, { method: 'POST', headers: { ...headers, host: 'rebound.example' } });
    const [answer] = (await once(incoming.end(JSON.stringify(list)), 'response')) as [
      NodeJS.ReadableStream & { statusCode: number },
    ];
    answer.resume();
    expect(answer.statusCode).toBe(403);
  });
});

describe('createHandler under a path', () => {
  const prompts = () => createHandler(shown, identity);

  const express5 = (mount: (app: express.Express, handler: ReturnType<typeof createHandler>) => void) => () => {
    const [app, handler] = [express(), prompts()];
    mount(app, handler);
    return served(app.listen(0, '127.0.0.1'), handler, '/tools/prompts');
  };
  const hono = (mount: (app: Hono, handler: ReturnType<typeof createHandler>) => void) => () => {
    const [app, handler] = [new Hono(), prompts()];
    mount(app, handler);
    return served(createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1'), handler, '/tools/prompts');
  };

  test.each([
    ['Express with `use`, which strips the path', express5((app, handler) => app.use('/tools/prompts', handler))],
    ['a router of Express', express5((app, handler) => app.use('/tools', express.Router().all('/prompts', handler)))],
    [
      'Express behind `express.json()`',
      express5((app, handler) => app.use(express.json()).all('/tools/prompts', handler)),
    ],
    [
      'Hono with a base path',
      hono((app, { fetch }) => app.basePath('/tools').all('/prompts', ({ req }) => fetch(req.raw))),
    ],
    ['Hono with `mount`', hono((app, { fetch }) => app.mount('/tools/prompts', fetch))],
  ])('serves every revision in %s', async (_, serve) => {
    const { url } = await start(serve);
    expect(await servedAt(url)).toEqual(everything);
  });

  test('serves every revision in Fastify, next to routes with parsed bodies', async () => {
    const app = Fastify();
    open.push(app);
    app.register(promptsOf(shown), { prefix: '/tools' });
    app.post('/echo', ({ body }) => body);
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    expect(await servedAt(`${address}/tools/mcp`)).toEqual(everything);
    expect(await post(`${address}/echo`, '{"a":1}')).toMatchObject({ status: 200, body: { a: 1 } });
  });
});

test('serveWithExpressAndTokens requires tokens for everything except both metadata documents', async () => {
  const bearer = {
    verify: (token: string) => (token === 'good' ? { principal: 'ada', scopes: [] } : undefined),
    resource: 'https://prompts.example.com/mcp',
    authorizationServers: ['https://auth.example.com'],
  };
  const { url } = await start((runtime) => serveWithExpressAndTokens(runtime, bearer));
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    const answer = await fetch(new URL(path, url));
    expect([answer.status, await answer.json()]).toMatchObject([200, { resource: bearer.resource }]);
  }
  expect((await fetch(new URL('/.well-known/oauth-protected-resource/other', url))).status).toBe(404);
  const withToken = (authorization: string) =>
    fetch(url, { method: 'POST', headers: { ...headers, authorization }, body: JSON.stringify(list) });
  expect((await withToken('Bearer good')).status).toBe(200);
  expect((await withToken('Bearer bad')).status).toBe(401);
});
