import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { definePrompt, Runtime } from '@cuecard/core';
import { until } from './until.ts';

/** Creates a prompt that answers after `release`, and a prompt that answers immediately. */
export function gated() {
  let release = () => {};
  let waiting = 0;
  const released = new Promise<string>((resolve) => (release = () => resolve('waited')));
  const wait = definePrompt({
    name: 'wait',
    render: () => {
      waiting += 1;
      return released;
    },
  });
  const near = definePrompt({
    name: 'near',
    render: (_, context) => {
      context.progress(1, 2, 'half');
      return 'here';
    },
  });
  const untilWaiting = (count: number) => until(() => waiting >= count);
  const silent = { error() {}, warn() {}, info() {}, debug() {} };
  return { runtime: new Runtime({ prompts: [wait, near], logger: silent }), release, untilWaiting };
}

/** Mounts a listener as a framework does, without any middleware. */
export async function mount(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends a head, then a body byte by byte. Resolves to all data that the server sends until it disconnects. */
export async function drip(url: string, head: Readonly<Record<string, string>>, body: string): Promise<string> {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => {}); // The server disconnects while the client writes.
  const closed = once(socket, 'close');
  const lines = Object.entries({ host, ...head }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  for (const byte of body) {
    socket.write(byte);
    await sleep(30); // The tests need a slow client.
    if (socket.destroyed) break;
  }
  await closed;
  return received;
}
