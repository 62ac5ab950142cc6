import { Envelopes } from '../../build/peer/envelopes.js';

export const REVISION = '2026-07-28';

/** Returns a function that reads the client of an envelope, with the cache of one server. */
export function clientReader() {
  const envelopes = new Envelopes();
  return (clientInfo: unknown, clientCapabilities: unknown = {}) => {
    const envelope = { protocolVersion: REVISION, clientInfo, clientCapabilities };
    const named = Object.entries(envelope).map(([name, value]) => [`io.modelcontextprotocol/${name}`, value]);
    return envelopes.read(Object.fromEntries(named) as Record<string, unknown>).client;
  };
}
