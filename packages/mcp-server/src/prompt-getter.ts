import { type GetPromptParams, type GetPromptResult, type Runtime, showsForms } from '@cuecard/core';
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { Peer } from './peer.js';
import { digestOf, type RequestState } from './request-state.js';
import { Round } from './round.js';

/** Answers `prompts/get`, in rounds where that is how people are asked. */
export class PromptGetter {
  readonly #runtime: Runtime;
  readonly #peer: Peer;
  readonly #state: RequestState;

  constructor(runtime: Runtime, peer: Peer, state: RequestState) {
    this.#runtime = runtime;
    this.#peer = peer;
    this.#state = state;
  }

  async answer(
    params: Readonly<Record<string, unknown>>,
    ctx: ServerContext,
  ): Promise<GetPromptResult | InputRequiredResult> {
    const call = this.#peer.call(ctx);
    const asked = params as GetPromptParams;
    if (!this.#peer.isStateless) return this.#runtime.prompts.get(asked, call);
    const round = await Round.begin(digestOf(params, call.auth), ctx, this.#state);
    const isAskable = call.client !== undefined && showsForms(call.client);
    return round.end(this.#runtime.prompts.get(asked, isAskable ? { ...call, elicit: round.elicit } : call));
  }
}
