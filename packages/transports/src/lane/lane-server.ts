import type { Slot } from '../shared/in-flight.js';
import type { Dialect } from './dialect.js';
import type { LaneClient, LaneSender } from './lane-client.js';
import type { LaneRuntime } from './lane-runtime.js';

/** The server that a lane goes past. */
export interface LaneServer {
  readonly runtime: LaneRuntime;
  /** What is spoken here: the first that reads a request is what it is in. */
  readonly dialects: readonly Dialect[];
  /** Counts a request in; gives its place, or nothing when none is taken any more. */
  enter(): Slot | undefined;
  /** Tells the operator of a request that could not be answered. */
  report(error: unknown): void;
  /** Counts work that goes on when its request is over. */
  hold(work: Promise<unknown>): void;
  /** Finds out who sends a request; nothing when that is for the server to judge. */
  clientOf(sender: LaneSender): LaneClient | undefined;
  /** Counts the completions that a message asks for; says whether the caller may have them now. */
  admits(message: unknown, callerOf: () => string): boolean;
}
