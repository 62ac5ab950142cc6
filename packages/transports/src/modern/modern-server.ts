import type { ServedRuntime } from '@cuecard/core';
import { bind, type WiringOptions } from '../binding/bind.js';
import type { ConnectedServer, Wire } from '../binding/sdk-server.js';
import type { ModernSdk } from '../binding/sdk.js';
import type { Introduction } from '../shared/server-identity.js';

export interface ModernServerOptions extends Pick<WiringOptions, 'auth' | 'interim' | 'logging'> {
  readonly sdk: ModernSdk;
  readonly runtime: ServedRuntime;
  readonly introduction: Introduction;
}

/** Connects a new server for one request that stands on its own. Whoever listens to changes is notified by others. */
export function openModernServer(options: ModernServerOptions, wire: Wire): Promise<ConnectedServer> {
  const { sdk, runtime, introduction, ...wiring } = options;
  const server = sdk.open(introduction);
  bind(server, runtime, { ...wiring, tells: false, answer: (...asked) => sdk.answer(...asked) });
  return server.connect(wire);
}
