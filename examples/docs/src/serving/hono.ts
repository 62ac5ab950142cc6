import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Runtime } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { Hono } from 'hono';
import { type Served, served } from './served.js';

/** Serves prompts at /mcp, next to the other routes of a Hono application. */
export function serveWithHono(runtime: Runtime, port = 0): Promise<Served> {
  const prompts = createHandler(runtime, { name: 'greetings', version: '1.0.0' });
  const app = new Hono();
  app.all('/mcp', ({ req }) => prompts.fetch(req.raw));
  app.get('/about', (c) => c.text('Greetings, and prompts for them'));
  const server = createServer(getRequestListener(app.fetch));
  return served(server.listen(port, '127.0.0.1'), prompts);
}
