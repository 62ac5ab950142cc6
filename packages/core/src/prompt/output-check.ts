import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { Client } from '../api/context.js';
import { BUT_TEXT, droppedFrom } from '../clients/client-profile.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import { degradation } from '../output/degradation.js';
import { oneMessage } from './one-message.js';
import { InterpolationCheck, type InterpolationRule } from '../messages/interpolation.js';
import type { Limits } from '../limits.js';
import type { Logger } from '../logging/logger.js';
import { toResult } from './prompt-result.js';
import type { GetPromptResult } from '../protocol.js';

interface OutputCheckOptions {
  readonly interpolation: InterpolationRule | undefined;
  readonly clients: ClientProfiles;
  readonly limits: Limits;
  readonly logger: Logger;
  /** What the client has called: hosts do not do the same with the messages of a prompt and with what a tool returns. */
  readonly sentAs?: 'prompts' | 'tools';
}

/** The request that an output answers. */
interface Rendered {
  readonly name: string;
  readonly plan: ArgumentPlan;
  readonly args: object;
}

/** A UTF-16 code unit takes at most three bytes of UTF-8; the role and the type of a message count, too. */
const [MAX_BYTES_A_UNIT, BYTES_BESIDE] = [3, 'user'.length + 'text'.length];

/** Checks the output of `render`, and adapts it to the client. */
export class OutputCheck {
  readonly #limits: Limits;
  readonly #interpolation: InterpolationCheck;
  readonly #clients: ClientProfiles;
  readonly #sentAs: 'prompts' | 'tools';

  constructor({ limits, logger, interpolation = 'warn', clients, sentAs = 'prompts' }: OutputCheckOptions) {
    this.#limits = limits;
    this.#interpolation = new InterpolationCheck(interpolation, logger);
    this.#clients = clients;
    this.#sentAs = sentAs;
  }

  /** @throws {OutputFault} if the output must not be sent */
  check(output: unknown, { name, plan, args }: Rendered): GetPromptResult {
    // A string is one message without a template.
    const isShort =
      typeof output === 'string' && output.length * MAX_BYTES_A_UNIT + BYTES_BESIDE <= this.#limits.answerBytes;
    if (isShort) return { messages: [{ role: 'user', content: { type: 'text', text: output } }] };
    const result = toResult(output, this.#limits);
    if (plan.arguments.length > 0) this.#interpolation.check(output, { prompt: name, plan, args });
    return result;
  }

  /**
   * Checks a result that interceptors may have changed.
   * @throws {OutputFault} if it must not be sent
   */
  recheck(output: unknown): GetPromptResult {
    return toResult(output, this.#limits);
  }

  /** Removes what the client does not know or drops. */
  fit(result: GetPromptResult, client: Client | undefined): GetPromptResult {
    if (client === undefined) return result;
    const profile = this.#clients.of(client);
    const isJoined = this.#sentAs === 'prompts' && profile.firstMessageOnly === true && result.messages.length > 1;
    const degrade = degradation(client, isJoined ? BUT_TEXT : droppedFrom(this.#sentAs, profile));
    if (degrade === undefined) return result;
    const messages = result.messages.map(({ role, content }) => ({ role, content: degrade(content) }));
    return { ...result, messages: isJoined ? [oneMessage(messages)] : messages };
  }
}
