import type { Runtime } from '@cuecard/core';
import { bindRuntime, type BindOptions } from '@cuecard/mcp-sdk';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Host, Hosts } from './meeting.ts';
import { manned } from './people.ts';

async function inMemory(runtime: Runtime, options: BindOptions = {}): Promise<Host> {
  const server = new Server({ name: 'host', version: '1.0.0' });
  server.onclose = bindRuntime(server, runtime, options);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  return { meet: (version, setup = {}) => manned[version].meet(near, setup), close: () => server.close() };
}

/** A user's own server. */
export const hosts: Hosts = { 'in memory': inMemory };
