import type { CommonOptions } from '../commands/session.js';

/** What stands on the command line. */
export interface NewOptions extends CommonOptions {
  readonly container?: string;
  readonly tests?: string;
  readonly packageManager?: string;
}
