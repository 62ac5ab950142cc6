import type { Capability } from '../capabilities.js';
import type { Address, Client, User, Way } from '../client.js';
import type { View } from '../views.js';

/** What a client makes of a capability, where that is not all that the desk says. */
export interface Difference {
  readonly view: View;
  /** For the table. @default 'yes', for a client that says the same in another form */
  readonly verdict?: 'partly' | 'no';
  readonly because?: string;
}

/** A client, and what is expected of it: everything else is a fault, also if more works than that. */
export interface Entry {
  readonly title: string;
  /** Which of several ways to run it. */
  readonly mode?: string;
  /** The name of its package, as it is installed. */
  readonly installed: string;
  readonly ways: readonly Way[];
  connect(way: Way, address: Address, user: User): Promise<Client>;
  /** The revision in which it asks. */
  readonly revision: string;
  /** What it makes of every answer. */
  readonly view?: View;
  /** What it does not offer, and why. */
  readonly lacks: Partial<Record<Capability, string>>;
  readonly differs: Partial<Record<Capability, Difference>>;
}
