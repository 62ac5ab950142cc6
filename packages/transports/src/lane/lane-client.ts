import type { Identity } from '../auth/authentication.js';
import type { LaneCalls } from './lane-calls.js';

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
  surface(answer: (request: Request, document: Promise<Response>) => Promise<Response>): void;
  /** Gives its place to others for as long as a person takes to answer. */
  lend<T>(answer: Promise<T>): Promise<T>;
  /** Makes the answer that says how something has ended. */
  respond(result: Promise<object>): Promise<Response>;
}

/** Whoever sends requests: a session, or strangers who are told apart by what they say of themselves at most. */
export interface LaneClient {
  readonly client: { readonly revision: string };
  /** The id of the session, which its answers are headed with. */
  readonly sessionId: string | undefined;
  /** What of the session is under way; nothing for strangers, who cannot name their requests to cancel them. */
  readonly calls: LaneCalls | undefined;
  /** Gives the `elicit` of a request, where the person at the client can be asked. */
  readonly asking: ((question: LaneQuestion) => unknown) | undefined;
  /** Whether a client that leaves cancels its request, as since 2026-07-28. */
  readonly cancelsByLeaving: boolean;
  /** Is told that a request has come; and by `leave` that it has been answered. */
  enter(): void;
  leave(): void;
}

/** Asks the person at the client, in the runtime's own terms. */
export type Ask = (form: unknown, options: { readonly signal: AbortSignal }) => Promise<unknown>;

/** How a request says who sends it. */
export interface LaneSender {
  readonly sessionId: string | undefined;
  /** What the header `mcp-protocol-version` says. */
  readonly revision: string | undefined;
  readonly identity: Identity | undefined;
}
