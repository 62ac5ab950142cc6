import type { CallOptions } from '../api/context.js';
import { COMPLETION, completionTarget } from '../completion/references.js';
import type { CompleteParams, CompleteResult } from '../protocol.js';
import { Request } from '../request/request.js';
import type { RuntimeInside } from './runtime-state.js';

/** The specification's completion method, for arguments of prompts and variables of resource templates. */
export class Completions {
  readonly #inside: RuntimeInside;

  constructor(inside: RuntimeInside) {
    this.#inside = inside;
  }

  complete(params: CompleteParams, call: CallOptions = {}): Promise<CompleteResult> {
    const { engine, services, served } = this.#inside.state;
    const target = completionTarget(params, served);
    return engine.run(COMPLETION, params, new Request(target, services, services.limits.completeMs, call));
  }
}
