import { createServer } from 'node:http';
import type { Runtime } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { type Served, served } from './served.js';

/** Serves prompts at /mcp, next to other routes of a node:http server. */
export function serveWithNode(runtime: Runtime, port = 0): Promise<Served> {
  const prompts = createHandler(runtime, { name: 'greetings', version: '1.0.0' });
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    if (path === '/mcp') return prompts(request, response);
    if (path === '/about') return response.end('Greetings, and prompts for them');
    return response.writeHead(404).end();
  });
  return served(server.listen(port, '127.0.0.1'), prompts);
}
