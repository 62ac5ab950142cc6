import type { Runtime } from '@cuecard/core';
import { type BearerOptions, createHandler } from '@cuecard/server';
import express from 'express';
import { type Served, served } from './served.js';

/** Serves prompts at /mcp of an Express application to those with a token, and to all where tokens are to be had. */
export function serveWithExpressAndTokens(runtime: Runtime, bearer: BearerOptions, port = 0): Promise<Served> {
  const prompts = createHandler(runtime, { name: 'greetings', version: '1.0.0', bearer });
  const app = express();
  app.all(['/mcp', '/.well-known/oauth-protected-resource{/*path}'], prompts);
  return served(app.listen(port, '127.0.0.1'), prompts);
}
