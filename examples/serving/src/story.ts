import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Card } from './card.js';
import { connectTo } from './client.js';
import { serveWithExpress } from './express.js';
import { serveWithFastify } from './fastify.js';
import { serveWithHono } from './hono.js';
import { serveWithin } from './limited.js';
import { serveWithNode } from './node.js';
import { servePublicly } from './public.js';
import { runtime } from './runtime.js';
import { serveWithPlayground } from './with-playground.js';

// Everything that the page on serving shows, asked by the official client in each way in which it can agree on a revision.
const applications = {
  'node:http': serveWithNode,
  Express: serveWithExpress,
  Fastify: serveWithFastify,
  Hono: serveWithHono,
};
const modes = ['legacy', 'auto', { pin: '2026-07-28' }] as const;

const pathOf = (script: string) => fileURLToPath(new URL(script, import.meta.url));

await overStdio();
await overHttp();
await publicly();
await withinLimits();
await withPage();
await toClients();
for (const [framework, serve] of Object.entries(applications)) await mounted(framework, serve);

async function overStdio(): Promise<void> {
  for (const mode of modes) {
    await ask(new StdioClientTransport({ command: process.execPath, args: [pathOf('stdio.js')] }), mode);
  }
  console.log('serving: stdio.ts serves the official client over stdio');
}

async function overHttp(): Promise<void> {
  const env = { ...process.env, PORT: '0' };
  const child = spawn(process.execPath, [pathOf('http.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const url = line.replace('Serving ', '');
  for (const mode of modes) await ask(new StreamableHTTPClientTransport(new URL(url)), mode);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  console.log('serving: http.ts serves the official client over HTTP, and ends in order');
}

async function publicly(): Promise<void> {
  const { url, close } = await servePublicly(0, ['a key that all the processes know']);
  const statuses: unknown[] = [];
  for (const [host, origin] of [
    ['prompts.example.com', 'https://app.example.com'],
    ['prompts.example.com', 'https://elsewhere.example'],
    ['elsewhere.example', 'https://app.example.com'],
  ]) {
    const headers = { host, origin, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const asked = request(url.replace('0.0.0.0', '127.0.0.1'), { method: 'POST', headers, agent: false });
    asked.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' }));
    const [answer] = await once(asked, 'response');
    statuses.push(answer.resume().statusCode);
  }
  assert.deepEqual(statuses, [200, 403, 403]);
  await close();
  console.log('serving: public.ts serves those who come by its name, from where they may');
}

async function withinLimits(): Promise<void> {
  let isThere = true;
  const { url, close } = await serveWithin(0, { ping: async () => isThere });
  const statusOf = async (path: string, init?: RequestInit) => (await fetch(new URL(path, url), init)).status;
  assert.deepEqual([await statusOf('/healthz'), await statusOf('/readyz')], [200, 200]);
  isThere = false;
  assert.deepEqual([await statusOf('/healthz'), await statusOf('/readyz')], [200, 503]);
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (body: string) => statusOf('/mcp', { method: 'POST', headers, body });
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' });
  assert.deepEqual([await post(list), await post(list.padEnd(256 * 1024 + 1))], [200, 413]);
  const params = { ref: { type: 'ref/prompt', name: 'greeting' }, argument: { name: 'name', value: '' } };
  const completion = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'completion/complete', params });
  const completions = await Promise.all(Array.from({ length: 60 }, () => post(completion)));
  assert.deepEqual([...new Set(completions)].toSorted(), [200, 429]);
  await close();
  console.log('serving: limited.ts refuses what goes over its limits, and tells probes how it is');
}

async function withPage(): Promise<void> {
  const { url, page, close } = await serveWithPlayground(runtime, 0);
  await ask(new StreamableHTTPClientTransport(new URL(url)), 'auto');
  assert.equal((await fetch(page)).status, 200);
  const calls = new URL('/-/calls', url);
  const authorization = `Bearer ${new URL(page).hash.replace('#token=', '')}`;
  assert.equal((await fetch(calls)).status, 401);
  const logged = (await (await fetch(calls, { headers: { authorization } })).json()) as { method: string }[];
  const methods = ['prompts/list', 'prompts/get', 'completion/complete', 'prompts/get'];
  assert.deepEqual(
    logged.map(({ method }) => method),
    methods,
  );
  await close();
  console.log('serving: with-playground.ts serves a page, and what is behind its token to nobody else');
}

async function toClients(): Promise<void> {
  const cards = new Runtime({ prompts: [Card], logger: { error() {}, warn() {} } });
  const server = await serveHttp(cards, { name: 'cards', version: '1.0.0', port: 0 });
  const shown = new EventTarget();
  const questions: string[] = [];
  const client = await connectTo(server.url, {
    list: (prompts) => shown.dispatchEvent(new CustomEvent('list', { detail: prompts.map(({ name }) => name) })),
    fillIn: async (question) => {
      questions.push(question);
      return { occasion: 'birthday' };
    },
  });
  const { messages } = await client.getPrompt({ name: 'card' });
  assert.deepEqual(messages, [{ role: 'user', content: { type: 'text', text: 'Write a card for a birthday.' } }]);
  assert.deepEqual(questions, ['What is the card for?']);
  const listed = once(shown, 'list') as Promise<CustomEvent<string[]>[]>;
  cards.replace(cards.registry.with(...runtime.registry.list()));
  assert.deepEqual(
    (await listed).map(({ detail }) => detail),
    [['card', 'greeting']],
  );
  await client.close();
  await server.close();
  console.log('serving: client.ts answers questions, and hears of changes');
}

async function mounted(framework: string, serve: typeof serveWithNode): Promise<void> {
  const { url, close } = await serve(runtime);
  for (const mode of modes) await ask(new StreamableHTTPClientTransport(new URL(url)), mode);
  const about = await fetch(new URL('/about', url));
  assert.equal(await about.text(), 'Greetings, and prompts for them');
  await close();
  await assert.rejects(fetch(url));
  console.log(`serving: ${framework} serves prompts to the official client, beside a route of its own`);
}

async function ask(transport: Transport, mode: (typeof modes)[number]): Promise<void> {
  const client = new Client({ name: 'story', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['greeting'],
  );
  const { messages } = await client.getPrompt({ name: 'greeting', arguments: { name: 'Ada' } });
  assert.deepEqual(messages, [{ role: 'user', content: { type: 'text', text: 'Write a greeting for Ada.' } }]);
  const ref = { type: 'ref/prompt', name: 'greeting' } as const;
  const { completion } = await client.complete({ ref, argument: { name: 'name', value: 'Al' } });
  assert.deepEqual(completion, { values: ['Alan'], total: 1, hasMore: false });
  await assert.rejects(client.getPrompt({ name: 'greeting', arguments: { nom: 'Ada' } }), { code: -32602 });
  await client.close();
}
