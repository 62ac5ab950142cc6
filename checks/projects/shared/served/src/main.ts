import { deepEqual, match, rejects } from 'node:assert/strict';
import { Runtime } from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk';
import { bindRuntime as bindV2Runtime } from '@cuecard/mcp-sdk/v2';
import { serveHttp } from '@cuecard/server';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { Server as V2Server } from '@modelcontextprotocol/server';
import { CodeReviewPrompt } from './review.js';

const IDENTITY = { name: 'reviews', version: '1.0.0' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: IDENTITY },
};

async function main(): Promise<void> {
  const runtime = new Runtime({ prompts: [CodeReviewPrompt] });
  await render(runtime);
  await serve(runtime);
  bindRuntime(new Server(IDENTITY), runtime)();
  bindV2Runtime(new V2Server(IDENTITY), runtime)();
}

/** Rules are checked, and strings become numbers. */
async function render({ prompts }: Runtime): Promise<void> {
  const { messages } = await prompts.get({ name: 'code_review', arguments: { code: 'a = b', problems: '4' } });
  match(JSON.stringify(messages), /Review this code and name its 4 worst problems/);
  await rejects(prompts.get({ name: 'code_review', arguments: { code: 'a = b', language: 'cobol' } }), {
    code: -32602,
  });
}

/** A client gets a response to `initialize`. */
async function serve(runtime: Runtime): Promise<void> {
  const server = await serveHttp(runtime, { ...IDENTITY, port: 0 });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify(INITIALIZE) });
  deepEqual(response.status, 200);
  match(await response.text(), /"serverInfo":\{[^}]*"name":"reviews"/);
  await server.close();
}

void main();
