import { type CallOptions, showsForms } from '@cuecard/core';
import type { LaneQuestion } from '../lane/lane-client.js';
import { digestOf, type RequestState } from './request-state.js';
import { type Retry, Round } from './round.js';

type Elicit = NonNullable<CallOptions['elicit']>;

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
    return METHODS.has(method);
  }

  async answer({ method, params, call, retry, answer }: AskingRequest): Promise<object> {
    const round = await Round.begin(digestOf({ method, params, auth: call.auth }), retry, this.#state);
    const isAskable = call.client !== undefined && showsForms(call.client);
    return round.end(answer(isAskable ? { ...call, elicit: round.elicit } : call));
  }

  /** Asks the user for a lane request, in the first round; nothing if it cannot ask. */
  asking(question: LaneQuestion): Elicit | undefined {
    if (!this.has(question.method)) return undefined;
    let round: Round | undefined;
    const begin = () => {
      const first = Round.first(digestOf(question), this.#state);
      question.surface(async (document) => {
        await document;
        return question.respond(first.ask());
      });
      return first;
    };
    return (form, options) => (round ??= begin()).elicit(form, options);
  }
}

/** The methods whose answers may ask. */
const METHODS: ReadonlySet<string> = new Set(['prompts/get', 'tools/call', 'resources/read']);
