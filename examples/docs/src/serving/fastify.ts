import type { Runtime } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Served } from './served.js';

/** A plugin that serves prompts at /mcp. Its body parser applies to its own routes only. */
export function promptsOf(runtime: Runtime) {
  const prompts = createHandler(runtime, { name: 'greetings', version: '1.0.0' });
  return async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => done(null)); // The handler reads the body itself.
    app.all('/mcp', (request, reply) => {
      reply.hijack(); // The handler sends the response itself.
      prompts(request.raw, reply.raw);
    });
    app.addHook('preClose', () => prompts.close());
  };
}

/** Serves prompts at /mcp, next to the other routes of a Fastify application. */
export async function serveWithFastify(runtime: Runtime, port = 0): Promise<Served> {
  const app = Fastify();
  app.register(promptsOf(runtime));
  app.get('/about', () => 'Greetings, and prompts for them');
  const address = await app.listen({ port, host: '127.0.0.1' });
  return { url: `${address}/mcp`, close: () => app.close() };
}
