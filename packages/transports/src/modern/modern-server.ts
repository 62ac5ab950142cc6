import type { ServedRuntime } from '@cuecard/core';
import { bind, type WiringOptions } from '../binding/bind.js';
import type { ConnectedServer, Wire } from '../binding/sdk-server.js';
import type { Sdk } from '../binding/sdk.js';
import type { Introduction } from '../shared/server-identity.js';

export interface ModernServerOptions extends Pick<WiringOptions, 'auth' | 'interim' | 'logging' | 'rounds'> {
  /** Makes the server. */
  readonly open: NonNullable<Sdk['openModern']>;
  readonly runtime: ServedRuntime;
  readonly introduction: Introduction;
}

/** Connects a new server for one request that stands on its own. Whoever listens to changes is notified by others. */
export async function openModernServer(options: ModernServerOptions, wire: Wire): Promise<ConnectedServer> {
  const { open, runtime, introduction, ...wiring } = options;
  const server = await open(introduction);
  bind(server, runtime, { ...wiring, tells: false });
  return server.connect(wire);
}
