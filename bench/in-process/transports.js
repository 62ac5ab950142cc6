// How a client reaches what is compared: over each SDK's in-memory transport.
import { bindRuntime } from '@cuecard/mcp-sdk';
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server as LowLevelV1 } from '@modelcontextprotocol/sdk/server/index.js';
import { InMemoryTransport as MemoryV2 } from '@modelcontextprotocol/server';
import { identity } from '../prompts/prompt.js';
import { started } from './implementations.js';

function bound(count) {
  const server = new LowLevelV1(identity);
  bindRuntime(server, started('Cuecard', count));
  return server;
}

async function reached(server, Transport, method) {
  const [client, transport] = Transport.createLinkedPair();
  await server.connect(transport);
  await client.start();
  const waiting = new Map();
  client.onmessage = ({ id, result }) => {
    waiting.get(id)(result);
    waiting.delete(id);
  };
  let last = 0;
  return (params) => {
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      void client.send({ jsonrpc: '2.0', id, method, params });
    });
  };
}

/** Each makes a function that answers a method, among so many prompts. */
export const OVER_MEMORY = {
  'Cuecard on the v1 SDK, over memory': (method, count) => reached(bound(count), MemoryV1, method),
  'McpServer of the v1 SDK, over memory': (method, count) =>
    reached(started('McpServer of the v1 SDK', count), MemoryV1, method),
  'McpServer of the v2 SDK, over memory': (method, count) =>
    reached(started('McpServer of the v2 SDK', count), MemoryV2, method),
};
