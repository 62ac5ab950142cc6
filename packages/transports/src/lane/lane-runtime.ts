import type { Identity } from '../auth/authentication.js';

/** What a runtime is told of a request. */
export interface LaneContext {
  readonly signal?: AbortSignal | undefined;
  readonly requestId?: string | number | undefined;
  readonly sessionId?: string | undefined;
  readonly client?: { readonly revision: string } | undefined;
  readonly auth?: Identity | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** How the person at the client is asked, in the runtime's own terms. */
  readonly elicit?: unknown;
  /** Is given what goes on when the request is over. */
  readonly onOverrun?: ((work: Promise<void>) => void) | undefined;
}

/** The runtime that answers, as far as a lane asks it. */
export interface LaneRuntime {
  /** The methods that it answers, by name. */
  readonly methods: ReadonlyMap<string, LaneAnswer>;
}

interface LaneAnswer {
  answer(params: object | undefined, context?: LaneContext): Promise<object>;
}
