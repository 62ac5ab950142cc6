import type { ServedRuntime } from '@cuecard/core';
import type { WiringOptions } from '../binding/bind.js';
import type { Sdk } from '../binding/sdk.js';
import { RequestState, type RequestStateOptions } from '../rounds/request-state.js';
import { Rounds } from '../rounds/rounds.js';
import type { Introduction } from '../shared/server-identity.js';

interface Wiring extends Pick<WiringOptions, 'auth' | 'interim' | 'logging'> {
  readonly runtime: ServedRuntime;
  readonly introduction: Introduction;
}

/** How requests are served that stand on their own, as since 2026-07-28. */
export interface ModernOptions extends Wiring {
  /** Makes the server of one request. */
  readonly open: NonNullable<Sdk['openModern']>;
  readonly rounds: Rounds;
}

/**
 * Returns how requests are served that stand on their own; nothing for an SDK that does not know them.
 * @throws {RangeError} for a `stateKey` of less than 32 bytes, and a `stateTtlMs` that is none
 */
export function modernOptions(sdk: Sdk, wiring: Wiring, state: RequestStateOptions): ModernOptions | undefined {
  const { openModern: open } = sdk;
  return open && { ...wiring, open, rounds: new Rounds(new RequestState(state)) };
}
