import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { servePublicly, serveWithin } from '../dist/serving/options.js';
import { runtime } from '../dist/serving/runtime.js';
import { serveWithPlayground } from '../dist/serving/with-playground.js';
import { headers, post } from '../../../packages/server/test/wire/support/raw.ts';
import { closables } from '../../../packages/server/test/support/closables.ts';
import { textsOf } from './support/results.ts';

const open = closables();
const pathOf = (script: string) => fileURLToPath(new URL(`../dist/serving/${script}`, import.meta.url));
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' });

/** Returns the greeting that the official client gets. */
async function greetingOver(transport: Transport): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  const result = await client.getPrompt({ name: 'greeting', arguments: { name: 'Ada' } });
  await client.close();
  return textsOf(result as Parameters<typeof textsOf>[0]);
}

test('stdio.ts serves over stdio', async () => {
  const transport = new StdioClientTransport({ command: process.execPath, args: [pathOf('stdio.js')] });
  expect(await greetingOver(transport)).toEqual(['Write a greeting for Ada.']);
});

test('http.ts serves over HTTP, and exits with 0 on SIGTERM', async () => {
  const env = { ...process.env, PORT: '0' };
  const child: ChildProcess = spawn(process.execPath, [pathOf('http.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  const url = new URL(line.replace('Serving ', ''));
  expect(await greetingOver(new StreamableHTTPClientTransport(url))).toEqual(['Write a greeting for Ada.']);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  ['prompts.example.com', 'https://app.example.com', 200],
  ['prompts.example.com', 'https://elsewhere.example', 403],
  ['elsewhere.example', 'https://app.example.com', 403],
])('servePublicly answers a request for %s from %s with %i', async (host, origin, status) => {
  const server = await servePublicly(0, ['a key that all the processes know']);
  open.push(server);
  const url = server.url.replace('0.0.0.0', '127.0.0.1');
  const outgoing = request(url, { method: 'POST', headers: { ...headers, host, origin }, agent: false }).end(list);
  const [response] = await once(outgoing, 'response');
  expect(response.resume().statusCode).toBe(status);
});

test('serveWithin limits bodies and completions, and reports an unreachable database', async () => {
  let isReachable = true;
  const server = await serveWithin(0, { ping: async () => isReachable });
  open.push(server);
  const ready = async () => (await fetch(new URL('/readyz', server.url))).status;
  expect(await ready()).toBe(200);
  isReachable = false;
  expect([await ready(), (await fetch(new URL('/healthz', server.url))).status]).toEqual([503, 200]);
  expect([(await post(server.url, list)).status, (await post(server.url, list.padEnd(256 * 1024 + 1))).status]).toEqual(
    [200, 413],
  );
  const params = { ref: { type: 'ref/prompt', name: 'greeting' }, argument: { name: 'name', value: '' } };
  const completion = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'completion/complete', params });
  const completions = await Promise.all(Array.from({ length: 60 }, () => post(server.url, completion)));
  expect([...new Set(completions.map(({ status }) => status))].toSorted()).toEqual([200, 429]);
});

test('serveWithPlayground serves a page, and calls only with its token', async () => {
  const server = await serveWithPlayground(runtime, 0);
  open.push(server);
  await greetingOver(new StreamableHTTPClientTransport(new URL(server.url)));
  expect((await fetch(server.page)).status).toBe(200);
  const calls = new URL('/-/calls', server.url);
  expect((await fetch(calls)).status).toBe(401);
  const authorization = `Bearer ${new URL(server.page).hash.replace('#token=', '')}`;
  const response = await fetch(calls, { headers: { authorization } });
  expect(await response.json()).toMatchObject([{ method: 'prompts/get' }]);
});
