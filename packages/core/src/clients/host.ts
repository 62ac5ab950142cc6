import type { Client } from '../api/context.js';
import type { ClientProfile } from './client-profile.js';

/** A host that a runtime knows: one of its option `clients`, or one that Cuecard knows. */
export interface Host {
  /** The key of its row. */
  readonly key: string;
  /** How it introduces itself, at whatever revision. */
  readonly client: Omit<Client, 'revision'>;
  /** How it departs from the specification. */
  readonly profile: ClientProfile;
}
