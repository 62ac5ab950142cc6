import type { CommonOptions } from '../session/session.js';

/** The options of commands that speak to a server. */
export interface PeerOptions extends CommonOptions {
  /** The address of a server to speak to in place of the project. */
  readonly url?: string;
  /** Headers to send to it, as `name: value`. */
  readonly header?: readonly string[];
  /** Whether the words after `--` start a server to speak to in place of the project. */
  readonly stdio?: boolean;
}
