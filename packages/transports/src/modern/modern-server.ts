import { bind } from '../binding/bind.js';
import type { ConnectedServer, Wire } from '../binding/sdk-server.js';
import { discovery } from './discovery.js';
import type { ModernOptions } from './modern-options.js';

/** Connects a new server for one request. Listeners are notified elsewhere. */
export async function openModernServer(options: ModernOptions, wire: Wire): Promise<ConnectedServer> {
  const { open, runtime, introduction, ...wiring } = options;
  const server = await open(introduction);
  bind(server, runtime, { ...wiring, sendsNotices: false });
  const { name, answer } = discovery(options);
  server.answer(name, answer); // An SDK would name only the revisions that it supports itself.
  return server.connect(wire);
}
