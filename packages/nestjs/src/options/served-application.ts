import type { Runtime } from '@cuecard/core';
import type { ServerIdentity } from '@cuecard/server';
import type { CuecardOptions } from './options.js';

/** Something to be closed before what handlers need is. */
export interface Closing {
  close(): Promise<void>;
}

/** What an endpoint serves. */
export interface ServedApplication {
  readonly runtime: Runtime;
  readonly options: CuecardOptions;
  /** How it introduces itself to clients. */
  readonly introduction: ServerIdentity;
  /** Has something closed before the application's providers are destroyed. */
  closeFirst(closing: Closing): void;
}
