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

/** How self-contained requests are served, as since 2026-07-28. */
export interface ModernOptions extends Wiring {
  /** Creates the server for one request. */
  readonly open: NonNullable<Sdk['openModern']>;
  readonly rounds: Rounds;
}

/**
 * Returns how self-contained requests are served; nothing if the SDK does not support them.
 * @throws {TypeError} if one of the `stateKeys` is neither bytes nor a text
 * @throws {RangeError} if one of the `stateKeys` is shorter than 32 bytes, or the `stateTtlMs` is invalid
 */
export function modernOptions(sdk: Sdk, wiring: Wiring, state: RequestStateOptions): ModernOptions | undefined {
  const { openModern: open } = sdk;
  return open && { ...wiring, open, rounds: new Rounds(new RequestState(state, wiring.runtime.monitor)) };
}
