import type { Runtime } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import express from 'express';
import { type Served, served } from './served.js';

/** Serves prompts at /mcp, next to the other routes of an Express application. */
export function serveWithExpress(runtime: Runtime, port = 0): Promise<Served> {
  const prompts = createHandler(runtime, { name: 'greetings', version: '1.0.0' });
  const app = express();
  app.all('/mcp', prompts); // Before body parsers: it reads bodies itself, with its own limits.
  app.use(express.json());
  app.get('/about', (_request, response) => void response.send('Greetings, and prompts for them'));
  return served(app.listen(port, '127.0.0.1'), prompts);
}
