import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { definePrompt, type RequestContext, Runtime } from '@cuecard/core';
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
import { served } from '../dist/serving/served.js';
import { headersOf, messageOf } from '../../../packages/server/test/wire/support/modern.ts';
import { headers, post } from '../../../packages/server/test/wire/support/raw.ts';
import { closables } from '../../../packages/server/test/support/closables.ts';
import { pending, until } from '../../../packages/server/test/support/gates.ts';

const waited = { messages: [{ role: 'user', content: { type: 'text', text: 'waited' } }] };
const open = closables();

/** A prompt that reports its start and waits to be released. */
function waiting() {
  const [begun, released] = [pending<RequestContext>(), pending()];
  const prompt = definePrompt({
    name: 'waiting',
    async render(_, context) {
      context.progress(1, 2);
      begun.settle(context);
      await released.promise;
      return 'waited';
    },
  });
  return { runtime: new Runtime({ prompts: [prompt] }), begun: begun.promise, release: () => released.settle() };
}

async function start<T extends { close(): Promise<void> }>(application: Promise<T>): Promise<T> {
  open.push(await application);
  return application;
}

/** Whether an application rejects new connections, or requests as Fastify does. */
async function isClosing(url: string): Promise<boolean> {
  const { status } = await fetch(url).catch(() => ({ status: 503 }));
  return status === 503;
}

const modes = ['legacy', 'auto'] as const;

async function connect(url: string, mode: (typeof modes)[number]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  open.push(client);
  return client;
}

/** Expects that official clients of both eras get the greeting. */
async function expectGreeting(url: string): Promise<void> {
  for (const mode of modes) {
    const client = await connect(url, mode);
    expect(await client.getPrompt({ name: 'greeting', arguments: { name: 'Ada' } })).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: 'Write a greeting for Ada.' } }],
    });
  }
}

describe.each([
  ['node:http', serveWithNode],
  ['Express', serveWithExpress],
  ['Fastify', serveWithFastify],
  ['Hono', serveWithHono],
])('createHandler in %s', (_, serve) => {
  test('serves both eras next to routes of the application', async () => {
    const { url } = await start(serve(shown));
    await expectGreeting(url);
    const about = await fetch(new URL('/about', url));
    expect([about.status, await about.text()]).toEqual([200, 'Greetings, and prompts for them']);
    expect((await fetch(new URL('/nowhere', url))).status).toBe(404);
  });

  test.each(modes)('sends progress before the result to a client in mode %s', async (mode) => {
    const { runtime, release } = waiting();
    const client = await connect((await start(serve(runtime))).url, mode);
    // The progress releases the prompt, so this would hang if the framework buffered the response.
    expect(await client.getPrompt({ name: 'waiting' }, { onprogress: release })).toMatchObject(waited);
  });

  test('aborts the prompt of a client that disconnects', async () => {
    const { runtime, begun, release } = waiting();
    const { url } = await start(serve(runtime));
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
    const { runtime, begun, release } = waiting();
    const { url, close } = await start(serve(runtime));
    const listening = await connect(url, 'legacy');
    const client = await connect(url, 'auto');
    await Promise.all([listening.listPrompts(), client.listen({ promptsListChanged: true })]);
    const result = client.getPrompt({ name: 'waiting' });
    await begun;
    const closing = close();
    await until(() => isClosing(url));
    release();
    expect(await result).toMatchObject(waited);
    await closing;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  }, 9_000); // After 10 seconds, `served` cuts off all connections.
});

describe('createHandler under a path', () => {
  const handler = () => createHandler(shown, { name: 'mounted', version: '1.0.0' });
  type Handler = ReturnType<typeof handler>;

  const inExpress = (mount: (app: express.Express, prompts: Handler) => void) => () => {
    const [app, prompts] = [express(), handler()];
    mount(app, prompts);
    return served(app.listen(0, '127.0.0.1'), prompts, '/tools/prompts');
  };
  const inHono = (mount: (app: Hono, prompts: Handler) => void) => () => {
    const [app, prompts] = [new Hono(), handler()];
    mount(app, prompts);
    return served(createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1'), prompts, '/tools/prompts');
  };

  test.each([
    ['Express with `use`, which strips the path', inExpress((app, prompts) => app.use('/tools/prompts', prompts))],
    ['a router of Express', inExpress((app, prompts) => app.use('/tools', express.Router().all('/prompts', prompts)))],
    [
      'Express behind `express.json()`',
      inExpress((app, prompts) => app.use(express.json()).all('/tools/prompts', prompts)),
    ],
    [
      'Hono with a base path',
      inHono((app, { fetch }) => app.basePath('/tools').all('/prompts', ({ req }) => fetch(req.raw))),
    ],
    ['Hono with `mount`', inHono((app, { fetch }) => app.mount('/tools/prompts', fetch))],
  ])('serves both eras in %s', async (_, serve) => {
    await expectGreeting((await start(serve())).url);
  });

  test('serves both eras in Fastify, next to routes with parsed bodies', async () => {
    const app = Fastify();
    open.push(app);
    app.register(promptsOf(shown), { prefix: '/tools' });
    app.post('/echo', ({ body }) => body);
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    await expectGreeting(`${address}/tools/mcp`);
    expect(await post(`${address}/echo`, '{"a":1}')).toMatchObject({ status: 200, body: { a: 1 } });
  });
});

test('serveWithExpressAndTokens requires tokens for everything except its metadata', async () => {
  const bearer = {
    verify: (token: string) => (token === 'good' ? { principal: 'ada', scopes: [] } : undefined),
    resource: 'https://prompts.example.com/mcp',
    authorizationServers: ['https://auth.example.com'],
  };
  const { url } = await start(serveWithExpressAndTokens(shown, bearer));
  const metadata = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', url));
  expect(await metadata.json()).toMatchObject({ resource: bearer.resource });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' });
  const statusFor = async (authorization: string) =>
    (await fetch(url, { method: 'POST', headers: { ...headers, authorization }, body })).status;
  expect([await statusFor('Bearer good'), await statusFor('Bearer bad')]).toEqual([200, 401]);
});
