import type { CommonOptions } from '../session/session.js';

/** The options of `cuecard new`. */
export interface NewOptions extends CommonOptions {
  readonly container?: string;
  readonly tests?: string;
  readonly packageManager?: string;
}
