import { Runtime } from '@cuecard/core';
import { readHead } from '../../build/edge/head.js';
import { EnvelopesDialect } from '../../build/lane/envelopes-dialect.js';

const METHODS = new Runtime({ prompts: [] }).methods;
export const REVISION = '2026-07-28';
const HEAD = readHead(['mcp-protocol-version', REVISION, 'mcp-method', 'prompts/list']);

/** Returns a function that looks up the client of an envelope in one dialect. */
export function acquaintance() {
  const dialect = new EnvelopesDialect({
    serverInfo: { name: 'x', version: '1' },
    rounds: { asking: () => undefined },
    discovery: { name: 'server/discover', isCacheable: true, isPaged: false, answer: async () => ({}) },
  });
  return (clientInfo: unknown, clientCapabilities: unknown = {}) => {
    const envelope = { protocolVersion: REVISION, clientInfo, clientCapabilities };
    const named = Object.entries(envelope).map(([name, value]) => [`io.modelcontextprotocol/${name}`, value]);
    const params = { _meta: Object.fromEntries(named) as object };
    return dialect.read({ jsonrpc: '2.0', id: 1, method: 'prompts/list', params }, METHODS, HEAD)?.from?.client;
  };
}
