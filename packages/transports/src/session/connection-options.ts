import type { ServedRuntime } from '@cuecard/core';
import type { WiringOptions } from '../binding/bind.js';
import type { Sdk } from '../binding/sdk.js';
import type { Message } from '../jsonrpc/message.js';
import type { Introduction } from '../shared/server-identity.js';
import type { ResponseMode } from './reply.js';

export interface ConnectionOptions extends Pick<WiringOptions, 'logging'> {
  readonly sdk: Sdk;
  readonly runtime: ServedRuntime;
  readonly introduction: Introduction;
  readonly responseMode: ResponseMode;
  /**
   * Whether its client may come from another process, or go to one.
   * @default false
   */
  readonly isResumable?: boolean;
}

/** Returns the id of the session that an `initialize` request opens. */
export type SessionIdOf = (introduction: Message) => string;
