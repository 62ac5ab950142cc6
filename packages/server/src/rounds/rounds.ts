import { type CallOptions, showsForms } from '@cuecard/core';
import { digestOf, type RequestState } from './request-state.js';
import { ASKING_METHODS, type Retry, Round } from './round.js';

/** A request that may ask its user. */
interface AskingRequest {
  readonly method: string;
  readonly params: unknown;
  readonly call: CallOptions;
  readonly retry: Retry;
  /** Calls the runtime. */
  readonly answer: (call: CallOptions) => Promise<object>;
}

/**
 * How users are asked since 2026-07-28: the answer contains the questions, and the client repeats its request
 * (basic/patterns/mrtr).
 */
export class Rounds {
  readonly #state: RequestState;

  constructor(state: RequestState) {
    this.#state = state;
  }

  /** Whether a method may be answered with questions. */
  has(method: string): boolean {
    return ASKING_METHODS.has(method);
  }

  async answer({ method, params, call, retry, answer }: AskingRequest): Promise<object> {
    const round = await Round.begin(digestOf({ method, params, auth: call.auth }), retry, this.#state);
    const isAskable = call.client !== undefined && showsForms(call.client);
    return round.end(answer(isAskable ? { ...call, elicit: round.elicit } : call));
  }
}
