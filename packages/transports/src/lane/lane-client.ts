import type { CallOptions, Client } from '@cuecard/core';
import type { Identity } from '../auth/identity.js';
import type { LaneExchange } from './lane-exchange.js';
import type { LaneCalls } from './lane-calls.js';

/** Makes the answer to a request of the lane; `document` is what the lane would have answered with. */
export type SurfacedAnswer = (document: Promise<Response>, exchange: LaneExchange) => Promise<Response>;

/** A request of the lane that has to say something before its answer. */
export interface LaneQuestion {
  readonly id: string | number;
  readonly method: string;
  readonly params: object | undefined;
  /** On whose behalf it is made. */
  readonly auth: Identity | undefined;
  /**
   * Lets the adapter give the answer from now on, as what it wants; `document` is what the lane would have answered with.
   * Only the first call has an effect.
   */
  surface(answer: SurfacedAnswer): void;
  /** Gives its place to others for as long as a person takes to answer. */
  lend<T>(answer: Promise<T>): Promise<T>;
  /** Makes the answer that says how something has ended. */
  respond(result: Promise<object>): Promise<Response>;
}

/** Whoever sends requests: a session, or strangers who are told apart by what they say of themselves at most. */
export interface LaneClient {
  readonly client: Client;
  /** The id of the session, which its answers are headed with. */
  readonly sessionId: string | undefined;
  /** What of the session is under way; nothing for strangers, who cannot name their requests to cancel them. */
  readonly calls: LaneCalls | undefined;
  /** Gives the `elicit` of a request, where the person at the client can be asked. */
  readonly asking: ((question: LaneQuestion) => CallOptions['elicit']) | undefined;
  /** Whether a client that leaves cancels its request, as since 2026-07-28. */
  readonly cancelsByLeaving: boolean;
  /** Is told that a request has come; and by `leave` that it has been answered. */
  enter(): void;
  leave(): void;
}

/** How a request says who sends it. */
export interface LaneSender {
  readonly sessionId: string | undefined;
  /** What the header `mcp-protocol-version` says. */
  readonly revision: string | undefined;
  readonly identity: Identity | undefined;
}

/** One without a session, of whom nothing has to be kept. */
export function strangerFrom(known: Pick<LaneClient, 'client' | 'asking' | 'cancelsByLeaving'>): LaneClient {
  return { ...known, sessionId: undefined, calls: undefined, enter() {}, leave() {} };
}
