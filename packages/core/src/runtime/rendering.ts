import type { Origin } from '../arguments/argument-type.js';
import { askAgain } from '../asking/ask.js';
import type { Definition } from '../definition/definition.js';
import { VERSION } from '../definition/list-entry.js';
import type { Logger } from '../logging/logger.js';
import type { OutputCheck } from '../output/output-check.js';
import type { GetPromptResult } from '../protocol.js';
import type { PromptRequest } from '../request/prompt-request.js';
import type { PromptHandler } from '../prompt/prompt.js';
import type { Awaitable } from '../types.js';

/** Arguments as they came, and where from. */
export interface Given {
  readonly raw: unknown;
  readonly origin: Origin;
}

interface RenderingOptions {
  readonly output: OutputCheck;
  /** Whether the person at the client is asked for arguments that are missing or wrong. */
  readonly askForMissing: boolean;
  readonly logger: Logger;
}

/** The way of a request through its prompt: bind, construct, render, check. */
export class Rendering {
  readonly #options: RenderingOptions;
  /** What the log has been told of prompts that are deprecated. */
  readonly #told = new Set<string>();

  constructor(options: RenderingOptions) {
    this.#options = options;
  }

  /**
   * Gives the answer at once, unless something has to be waited for.
   * @throws whatever the prompt throws, or is refused with
   */
  render(definition: Definition, given: Given, request: PromptRequest): Awaitable<GetPromptResult> {
    if (definition.deprecated !== undefined) this.#warn(definition);
    request.step = 'check';
    return request.after(this.#bind(definition, given, request), (args) => {
      request.step = 'construct';
      return request.after(request.resolver(definition.type, request), (handler) => {
        request.step = 'render';
        const output = (handler as PromptHandler).render(args, request);
        return request.after(output, (rendered) => this.#checked(rendered, args, definition));
      });
    });
  }

  #checked(output: unknown, args: object, { name, arguments: plan, version }: Definition): GetPromptResult {
    const result = this.#options.output.check(output, { prompt: name, plan, args });
    return version === undefined ? result : { ...result, _meta: { ...result._meta, [VERSION]: version } };
  }

  /** Says once that somebody still uses it. */
  #warn({ name, version, deprecated }: Definition): void {
    const which = version === undefined ? name : `${name}@${version}`;
    const line = `Prompt "${which}" is deprecated and still asked for: ${deprecated}`;
    if (!this.#told.has(line)) this.#options.logger.warn(line);
    this.#told.add(line);
  }

  #bind({ name, arguments: plan }: Definition, given: Given, request: PromptRequest): Awaitable<object> {
    const bind = () => plan.bind(given.raw, request.binding(name, given.origin));
    if (!this.#options.askForMissing || given.origin !== 'text') return bind();
    const bound = (async () => bind())();
    return bound.catch((refusal: unknown) => askAgain(request, { plan, prompt: name, given: given.raw, refusal }));
  }
}
