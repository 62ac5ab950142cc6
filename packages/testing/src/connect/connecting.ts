import type { Client } from '@cuecard/core';
import type { Answering } from '../context/answers.js';

/** How an official client is connected. */
export interface Connecting {
  readonly client: Client;
  /** Answers questions; `undefined` if the client cannot ask. */
  readonly answering: Answering | undefined;
}
