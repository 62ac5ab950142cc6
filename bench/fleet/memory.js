import 'reflect-metadata';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { definePrompt, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/mcp-server';

// What one listening client of 2026-07-28 takes at its instance: node bench/fleet/memory.js

const LISTENERS = 2_000;
/** Before anything is counted, so many listen already. */
const FIRST = 200;

if (process.argv[2] === 'serve') await serve();
else await measure();

async function serve() {
  const runtime = new Runtime({ prompts: [definePrompt({ name: 'greeting', render: () => 'Hello' })] });
  const limits = { maxSubscriptions: 20_000, maxShare: 1, maxConnections: 50_000 };
  const { url } = await serveHttp(runtime, { name: 'memory', version: '1.0.0', port: 0, ...limits });
  process.on('message', () => {
    for (let round = 0; round < 3; round += 1) globalThis.gc?.();
    process.send?.(process.memoryUsage());
  });
  process.send?.(url);
}

async function measure() {
  const server = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv: ['--expose-gc'] });
  const [url] = await once(server, 'message');
  const held = async () => {
    server.send('measure');
    const [usage] = await once(server, 'message');
    return usage;
  };
  for (let id = 0; id < FIRST; id += 1) await listen(new URL(url), id);
  const before = await held();
  for (let id = 0; id < LISTENERS; id += 1) await listen(new URL(url), FIRST + id);
  const after = await held();
  const each = (/** @type {'rss' | 'heapUsed'} */ kind) => Math.round((after[kind] - before[kind]) / LISTENERS / 1_000);
  console.log(`a listener: ${each('rss')} KB of memory, ${each('heapUsed')} of them on the heap`);
  server.kill();
  process.exit();
}

/** @param {URL} url @param {number} id */
async function listen({ hostname, port, host }, id) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'memory', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { _meta, notifications: { promptsListChanged: true } };
  const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'subscriptions/listen', params });
  const head = [
    'POST /mcp HTTP/1.1',
    `Host: ${host}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2026-07-28',
    'Mcp-Method: subscriptions/listen',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const socket = connect(Number(port), hostname);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const [answer] = await once(socket, 'data');
  if (!String(answer).startsWith('HTTP/1.1 200')) throw new Error(String(answer).split('\r\n', 1)[0]);
}
