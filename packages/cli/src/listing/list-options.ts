import type { PeerOptions } from '../peer/peer-options.js';

export interface ListOptions extends PeerOptions {
  /** Lists prompts, tools or resources only. */
  readonly kind?: string;
}
