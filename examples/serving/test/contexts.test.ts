import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { Arg, Prompt, type PromptHandler, type RequestContext, Runtime } from '@cuecard/core';
import { createHandler, type HttpHandler } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { served } from '../dist/served.js';
import { size } from '../../../build/jest/runs.ts';
import { post } from '../../../packages/server/test/wire/support/raw.ts';
import { closables } from '../../../packages/server/test/support/closables.ts';

const REQUESTS = size(160);

/** The caller, as an application keeps it. All tests share it, because each store slows down every promise. */
const callers = new AsyncLocalStorage<string>();
const callerOf = ({ headers: { 'x-caller': caller } }: Pick<IncomingMessage, 'headers'>) => String(caller);

type Listen = (incoming: IncomingMessage & { body?: unknown }, outgoing: ServerResponse) => void;

/** The frameworks, each with a middleware that stores the caller. */
const FRAMEWORKS: Record<string, (handler: HttpHandler, parses: boolean) => Promise<Listen> | Listen> = {
  'node:http': (handler, parses) => (incoming, outgoing) =>
    callers.run(callerOf(incoming), async () => {
      if (parses) incoming.body = await json(incoming);
      handler(incoming, outgoing);
    }),
  Express(handler, parses) {
    const app = express();
    app.use((request, _response, next) => callers.run(callerOf(request), next));
    if (parses) app.use(express.json());
    app.all('/mcp', handler);
    return app;
  },
  async Fastify(handler, parses) {
    const app = Fastify();
    if (!parses) {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', (_request, _body, done) => done(null));
    }
    app.addHook('preHandler', (request, _reply, next) => callers.run(callerOf(request), next));
    app.all('/mcp', (request, reply) => {
      reply.hijack();
      handler(parses ? Object.assign(request.raw, { body: request.body }) : request.raw, reply.raw);
    });
    await app.ready();
    return (incoming, outgoing) => app.routing(incoming, outgoing);
  },
  Hono(handler, parses) {
    const app = new Hono();
    app.use((c, next) => callers.run(String(c.req.header('x-caller')), next));
    app.all('/mcp', async ({ req: { raw } }) => {
      if (!parses) return handler.fetch(raw);
      const { method, url } = raw;
      return handler.fetch(new Request(url, { method, headers: raw.headers, body: await raw.text() }));
    });
    return getRequestListener(app.fetch);
  },
};

const open = closables();

class WhoArgs {
  @Arg()
  caller!: string;
}

/** Renders the caller that it finds before and after a pause. */
@Prompt({ args: WhoArgs })
class Who implements PromptHandler<WhoArgs> {
  async render(_args: WhoArgs, context: RequestContext) {
    const begun = callers.getStore();
    await turn();
    context.progress(1);
    return `${begun}, ${callers.getStore()}`;
  }
}

describe.each(Object.keys(FRAMEWORKS))('createHandler in %s', (framework) => {
  test.each([true, false])('keeps the contexts of concurrent requests apart; bodies parsed: %s', async (parses) => {
    const handler = createHandler(new Runtime({ prompts: [Who] }), { name: 'who', version: '1' });
    const listener = (await FRAMEWORKS[framework]?.(handler, parses)) as Listen;
    const { url, close } = await served(createServer(listener).listen(0, '127.0.0.1'), handler);
    open.push({ close });
    const responses = Array.from({ length: REQUESTS }, async (_, index) => {
      const params = { name: 'who', arguments: { caller: `${index}` }, _meta: index % 2 ? { progressToken: 1 } : {} };
      const message = { jsonrpc: '2.0', id: index, method: 'prompts/get', params };
      const { body } = await post(url, JSON.stringify(message), { 'x-caller': `caller ${index}` });
      return /caller \d+, caller \d+/.exec(JSON.stringify(body))?.[0];
    });
    const expected = Array.from({ length: REQUESTS }, (_, index) => `caller ${index}, caller ${index}`);
    expect(await Promise.all(responses)).toEqual(expected);
  });
});
