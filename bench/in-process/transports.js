// How a client reaches what is compared: over each SDK's in-memory transport.
import { bindRuntime } from '@cuecard/mcp-sdk';
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server as LowLevelV1 } from '@modelcontextprotocol/sdk/server/index.js';
import { InMemoryTransport as MemoryV2 } from '@modelcontextprotocol/server';
import { METHODS } from '../definitions/methods.js';
import { identity } from '../definitions/review.js';
import { started } from './implementations.js';

function bound(kind, count) {
  const server = new LowLevelV1(identity);
  bindRuntime(server, started('Cuecard', kind, count));
  return server;
}

async function reached(server, Transport, method) {
  const [client, transport] = Transport.createLinkedPair();
  await server.connect(transport);
  await client.start();
  const waiting = new Map();
  client.onmessage = ({ id, result, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error.message));
  };
  let last = 0;
  return (params) => {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      void client.send({ jsonrpc: '2.0', id, method, params });
    });
  };
}

const mcpServer = (name, Transport) => (method, count) =>
  reached(started(name, METHODS[method].of, count), Transport, method);

/** Each makes a function that answers a method, among so many definitions. */
export const OVER_MEMORY = {
  'Cuecard, bound to a server of the v1 SDK, over memory': (method, count) =>
    reached(bound(METHODS[method].of, count), MemoryV1, method),
  'McpServer of the v1 SDK, over memory': mcpServer('McpServer of the v1 SDK', MemoryV1),
  'McpServer of the v2 SDK, over memory': mcpServer('McpServer of the v2 SDK', MemoryV2),
};
