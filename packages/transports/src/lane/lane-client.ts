import type { CallOptions, Client } from '@cuecard/core';
import type { Identity } from '../auth/identity.js';
import type { LaneExchange } from './lane-exchange.js';
import type { LaneCalls } from './lane-calls.js';

/** Creates the answer to a lane request; `document` is the lane's own answer. */
export type SurfacedAnswer = (document: Promise<Response>, exchange: LaneExchange) => Promise<Response>;

/** A lane request that sends messages before its answer. */
export interface LaneQuestion {
  readonly id: string | number;
  readonly method: string;
  readonly params: object | undefined;
  /** The caller. */
  readonly auth: Identity | undefined;
  /**
   * Hands the answer over to the adapter, which sends it in any form; `document` is the lane's own answer. Only the
   * first call has an effect.
   */
  surface(answer: SurfacedAnswer): void;
  /** Frees its slot while a user answers. */
  lend<T>(answer: Promise<T>): Promise<T>;
  /** Creates the final answer of a call. */
  respond(result: Promise<object>): Promise<Response>;
}

/** The sender of requests: a session, or an anonymous client that is at most recognised by its description. */
export interface LaneClient {
  readonly client: Client;
  /** The id of the session, which is a header of its answers. */
  readonly sessionId: string | undefined;
  /** The pending requests of the session; nothing for anonymous clients, which cannot cancel by id. */
  readonly calls: LaneCalls | undefined;
  /** Returns the `elicit` of a request, if the user of the client can be asked. */
  readonly asking: ((question: LaneQuestion) => CallOptions['elicit']) | undefined;
  /** Whether a client cancels its request by leaving, as since 2026-07-28. */
  readonly cancelsByLeaving: boolean;
  /** Called when a request arrives; `leave` is called when it has been answered. */
  enter(): void;
  leave(): void;
}

/** How a request identifies its sender. */
export interface LaneSender {
  readonly sessionId: string | undefined;
  /** The header `mcp-protocol-version`. */
  readonly revision: string | undefined;
  readonly userAgent: string | undefined;
  readonly identity: Identity | undefined;
}

/** A client without a session, for which no state is kept. */
export function strangerFrom(known: Pick<LaneClient, 'client' | 'asking' | 'cancelsByLeaving'>): LaneClient {
  return { ...known, sessionId: undefined, calls: undefined, enter() {}, leave() {} };
}
