import type { CallOptions } from '../api/context.js';
import { completeArgument } from '../completion/completion.js';
import type { Operation } from '../engine/operation.js';
import { toCompletion } from '../output/answer-shapes.js';
import { isRecord } from '../output/shape.js';
import type { CompleteParams, CompleteResult } from '../protocol.js';
import { Request } from '../request/request.js';
import type { Awaitable } from '../types.js';
import type { RuntimeInside } from './runtime-state.js';

/** The completion method of the specification: for arguments of prompts, and for variables of resource templates. */
export class Completions implements Operation<CompleteParams, CompleteResult> {
  readonly method = 'completion/complete';
  readonly #inside: RuntimeInside;

  constructor(inside: RuntimeInside) {
    this.#inside = inside;
  }

  complete(params: CompleteParams, call: CallOptions = {}): Promise<CompleteResult> {
    const { engine, services, served } = this.#inside.state;
    const target = served.catalogue.target(nameReferredTo(params));
    const subjectOf = (name: string | undefined) => (name === undefined ? 'The completion' : target.subjectOf(name));
    return engine.run(this, params, new Request({ ...target, subjectOf }, services, services.limits.completeMs, call));
  }

  answer(params: CompleteParams, request: Request): Awaitable<CompleteResult> {
    const { readers } = this.#inside.state.served;
    if (readers.isOffered && params?.ref?.type === 'ref/resource') return readers.complete(params, request);
    return completeArgument(params, request);
  }

  recheck(answer: unknown): CompleteResult {
    return toCompletion(answer);
  }
}

function nameReferredTo(params: CompleteParams | undefined): unknown {
  const ref: unknown = params?.ref;
  return isRecord(ref) && ref['type'] === 'ref/prompt' ? ref['name'] : undefined;
}
