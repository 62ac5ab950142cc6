import type { PeerOptions } from '../peer/peer.js';

export interface GivenOptions {
  /** All arguments as JSON, `@file`, or `-` for stdin. */
  readonly inputJson?: string;
}

/** The options of commands that get something from a server. */
export interface CallCommandOptions extends PeerOptions, GivenOptions {
  /** Prints the result as the protocol has it. */
  readonly raw?: boolean;
  /** Puts the text on the clipboard. */
  readonly copy?: boolean;
  /** The folder to save images, sound and files to. */
  readonly out?: string;
  /** Calls a tool that may change something without asking. */
  readonly yes?: boolean;
}
