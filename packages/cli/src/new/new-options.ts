import type { CommonOptions } from '../session/session.js';

/** What stands on the command line. */
export interface NewOptions extends CommonOptions {
  readonly container?: string;
  readonly tests?: string;
  readonly packageManager?: string;
}
