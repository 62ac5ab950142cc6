import type { Client } from '@cuecard/core';
import { bind } from '../binding/bind.js';
import { LazyServer } from '../binding/lazy-server.js';
import { ALL_REVISIONS } from '../jsonrpc/revisions.js';
import type { LaneMethod } from '../lane/lane-method.js';
import type { ModernOptions } from './modern-options.js';

/** Answers `server/discover` without the SDK, because clients send it first (2026-07-28: server/discover). */
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

/** The capabilities of a bound server. */
function capabilitiesOf({ open, runtime, introduction, ...wiring }: ModernOptions, client: Client | undefined): object {
  const server = new LazyServer({ sdk: { open }, runtime, introduction });
  bind(server, runtime, { ...wiring, sendsNotices: false });
  return server.capabilitiesFor(client);
}
