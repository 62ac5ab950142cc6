import type { Client } from '@cuecard/core';
import { bind } from '../binding/bind.js';
import { LazyServer } from '../binding/lazy-server.js';
import { ALL_REVISIONS } from '../jsonrpc/revisions.js';
import type { LaneMethod } from '../lane/lane-method.js';
import type { ModernOptions } from './modern-options.js';

/** Answers `server/discover` past the SDK, for it is what clients begin with (2026-07-28: server/discover). */
export function discovery(options: ModernOptions): LaneMethod {
  return {
    name: 'server/discover',
    isCacheable: true,
    isPaged: false,
    async answer(_params, call) {
      const { instructions } = options.introduction;
      return {
        supportedVersions: ALL_REVISIONS,
        capabilities: capabilitiesOf(options, call?.client),
        ...(instructions !== undefined && { instructions }),
      };
    },
  };
}

/** What a server declares once it is bound. */
function capabilitiesOf({ open, runtime, introduction, ...wiring }: ModernOptions, client: Client | undefined): object {
  const server = new LazyServer({ sdk: { open }, runtime, introduction });
  bind(server, runtime, { ...wiring, tells: false });
  return server.capabilitiesFor(client);
}
