import { gzipSync } from 'node:zlib';
import { Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { serverOf } from './support/plain-sdk.ts';

const clientInfo = { name: 'x', version: '1' };
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
const initialize = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });

async function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
  const handler = serverOf({}, new Runtime({ prompts: [], logger: { error() {}, warn() {} } }));
  const head = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  const response = await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers: head, body }));
  await response.body?.cancel();
  await handler.close();
  return response.status;
}

test.each<[string, number]>([
  ['application/json, text/event-stream', 200],
  ['*/*', 200],
  ['application/*, text/*', 200],
  ['Application/JSON;q=0.9, TEXT/EVENT-STREAM', 200],
  ['application/json', 406],
  ['text/*', 406],
  ['application/jsonx, text/event-streams', 406],
])('HttpHandler responds to the header Accept: %s with %d', async (accept, status) => {
  expect(await post(initialize, { accept })).toBe(status);
});

test('HttpHandler rejects a compressed body with 415', async () => {
  expect(await post(gzipSync(initialize), { 'content-encoding': 'gzip' })).toBe(415);
  expect(await post(initialize, { 'content-encoding': 'identity' })).toBe(200);
});
