import type { PeerOptions } from '../peer/peer-options.js';

export interface DiffOptions extends PeerOptions {
  readonly baseRef?: string;
  readonly markdown?: boolean;
  readonly repositoryUrl?: string;
  readonly pack?: string;
}
