// A day at the shop, told by official clients: a clerk and a manager at the storefront over HTTP, and somebody at the
// back office over stdio.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const port = await freePort();
const url = new URL(`http://127.0.0.1:${port}/mcp`);
const server = spawn(process.execPath, [pathOf('http.js'), 'storefront', '--try', '--port', port], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.once('exit', () => server.kill());
const [, clerkToken, managerToken] = await firstLines(3);
const clerk = await connect(clerkToken);
const manager = await connect(managerToken);

const refund = { name: 'web_refund_order', arguments: { id: '100003', reason: 'arrived broken' } };
await assert.rejects(clerk.callTool(refund), { code: -32602 });
assert.deepEqual(await statusOf(clerk), 'shipped');
await manager.callTool(refund);
assert.deepEqual(await statusOf(clerk), 'refunded');
await Promise.all([clerk.close(), manager.close()]);

const office = new ClientV1({ name: 'story', version: '1.0.0' });
const args = [pathOf('stdio.js'), 'back-office'];
await office.connect(new StdioClientTransport({ command: process.execPath, args, env: { SHOP_ROLE: 'manager' } }));
const arrived = { article: 'teapots, box of 12', quantity: 4 };
const { structuredContent } = await office.callTool({ name: 'restock', arguments: arrived });
assert.deepEqual(structuredContent, { name: 'teapots, box of 12', price: 540, stock: 12 });
await office.close();

server.kill();
assert.deepEqual(await once(server, 'exit'), [0, null]);
console.log('shop: a clerk and a manager work on orders, each by what their role may do');

async function freePort(): Promise<string> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port: free } = listening.address() as AddressInfo;
  await once(listening.close(), 'close');
  return String(free);
}

/** Connects a person who agrees to whatever is asked. */
async function connect(token: string | undefined): Promise<Client> {
  const options = { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } } as const;
  const client = new Client({ name: 'story', version: '1.0.0' }, options);
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { sure: true } }));
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

/** What has become of the order that is refunded. */
async function statusOf(client: Client): Promise<unknown> {
  const { contents } = await client.readResource({ uri: 'shop://orders/100003' });
  const [order] = contents;
  assert(order !== undefined && 'text' in order);
  return (JSON.parse(order.text) as { status: unknown }).status;
}

/** What comes after the colon in the first lines of the server. */
async function firstLines(count: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface(server.stdout)) {
    lines.push(line.split(': ').at(-1) ?? '');
    if (lines.length === count) break;
  }
  return lines;
}

function pathOf(script: string): string {
  return fileURLToPath(new URL(script, import.meta.url));
}
