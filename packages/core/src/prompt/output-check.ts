import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { Client } from '../api/context.js';
import { degrade, type Withhold } from '../output/degradation.js';
import { InterpolationCheck, type InterpolationRule } from '../messages/interpolation.js';
import type { Limits } from '../limits.js';
import type { Logger } from '../logging/logger.js';
import { swallowRejection, isPending } from '../pending.js';
import { toResult } from './prompt-result.js';
import type { GetPromptResult } from '../protocol.js';

interface OutputCheckOptions {
  readonly interpolation: InterpolationRule | undefined;
  readonly withhold: Withhold | undefined;
  readonly limits: Limits;
  readonly logger: Logger;
}

/** Which request an output answers. */
interface Answered {
  readonly name: string;
  readonly plan: ArgumentPlan;
  readonly args: object;
}

/** How many bytes of UTF-8 a unit of a string takes at most, and how many the role and the type of a message take. */
const [MAX_BYTES_A_UNIT, BYTES_BESIDE] = [3, 'user'.length + 'text'.length];

/** Makes of what `render` returned what leaves: first checked, then fit for the client that asked. */
export class OutputCheck {
  readonly #limits: Limits;
  readonly #interpolation: InterpolationCheck;
  readonly #withhold: Withhold | undefined;

  constructor({ limits, logger, interpolation = 'warn', withhold }: OutputCheckOptions) {
    this.#limits = limits;
    this.#interpolation = new InterpolationCheck(interpolation, logger);
    this.#withhold = withhold;
  }

  /** @throws {OutputFault} for what must not leave */
  check(output: unknown, { name, plan, args }: Answered): GetPromptResult {
    // A string is one message, in which no template has left anything.
    const isShort =
      typeof output === 'string' && output.length * MAX_BYTES_A_UNIT + BYTES_BESIDE <= this.#limits.answerBytes;
    if (isShort) return { messages: [{ role: 'user', content: { type: 'text', text: output } }] };
    const result = toResult(output, this.#limits);
    if (plan.arguments.length > 0) this.#interpolation.check(output, { prompt: name, plan, args });
    return result;
  }

  /**
   * What interceptors have made of a result.
   * @throws {OutputFault} for what must not leave
   */
  recheck(output: unknown): GetPromptResult {
    return toResult(output, this.#limits);
  }

  /** What a client can be told of a result. */
  fit(result: GetPromptResult, client: Client | undefined): GetPromptResult {
    return client === undefined ? result : degrade(result, client, this.#withheld(client));
  }

  #withheld(client: Client): ReturnType<Withhold> | undefined {
    const kinds = this.#withhold?.(client);
    if (!isPending(kinds)) return kinds;
    swallowRejection(kinds);
    throw new TypeError('withhold must give the kinds of content, at once, and gave a promise');
  }
}
