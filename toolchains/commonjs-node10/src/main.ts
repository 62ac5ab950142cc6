import { deepEqual, match, rejects } from 'node:assert/strict';
import { Runtime } from '@cuecard/core';
import * as v1 from '@cuecard/server';
import * as v2 from '@cuecard/server';
import { Server as V1Server } from '@modelcontextprotocol/sdk/server/index.js';
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
  await serve(v1.createHandler(runtime, IDENTITY));
  await serve(v2.createHandler(runtime, IDENTITY));
  v1.bindRuntime(new V1Server(IDENTITY), runtime)();
  v2.bindRuntime(new V2Server(IDENTITY), runtime)();
}

/** Rules are checked, and text becomes what the class says. */
async function render({ prompts }: Runtime): Promise<void> {
  const { messages } = await prompts.get({ name: 'code_review', arguments: { code: 'a = b', problems: '4' } });
  match(JSON.stringify(messages), /Review this code and name its 4 worst problems/);
  await rejects(prompts.get({ name: 'code_review', arguments: { code: 'a = b', language: 'cobol' } }), {
    code: -32602,
  });
}

/** A client is greeted. */
async function serve(handler: Pick<ReturnType<typeof v1.createHandler>, 'fetch' | 'close'>): Promise<void> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const request = new Request('http://127.0.0.1/', { method: 'POST', headers, body: JSON.stringify(INITIALIZE) });
  const response = await handler.fetch(request);
  deepEqual(response.status, 200);
  match(await response.text(), /"serverInfo":\{[^}]*"name":"reviews"/);
  await handler.close();
}

void main();
