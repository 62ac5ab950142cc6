import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { Client } from '../api/context.js';
import { BUT_TEXT, type ClientProfile, droppedFrom } from '../clients/client-profile.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import { degradation } from '../output/degradation.js';
import { oneMessage } from './one-message.js';
import { InterpolationCheck, type InterpolationRule } from '../messages/interpolation.js';
import type { Limits } from '../limits.js';
import type { Logger } from '../logging/logger.js';
import { toResult } from './prompt-result.js';
import type { ContentBlock, GetPromptResult } from '../protocol.js';

interface OutputCheckOptions {
  readonly interpolation: InterpolationRule | undefined;
  readonly clients: ClientProfiles;
  readonly limits: Limits;
  readonly logger: Logger;
}

/** The request that an output answers. */
interface Answered {
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

  constructor({ limits, logger, interpolation = 'warn', clients }: OutputCheckOptions) {
    this.#limits = limits;
    this.#interpolation = new InterpolationCheck(interpolation, logger);
    this.#clients = clients;
  }

  /** @throws {OutputFault} if the output must not be sent */
  check(output: unknown, { name, plan, args }: Answered): GetPromptResult {
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
    const isJoined = profile.firstMessageOnly === true && result.messages.length > 1;
    const degrade = degradation(client, isJoined ? BUT_TEXT : droppedFrom('prompts', profile));
    if (degrade === undefined && profile.runsTemplates !== true) return result;
    const fit = (block: ContentBlock) => inert(degrade?.(block) ?? block, profile);
    const messages = result.messages.map(({ role, content }) => ({ role, content: fit(content) }));
    return { ...result, messages: isJoined ? [oneMessage(messages)] : messages };
  }
}

/** A word that begins with @, as a whole: to look ahead from each of a million @ would take their square. */
const WORD = /(?<![\w`])@[^\s`,]+/g;

/** A text in which a host that runs templates finds no command, and no path of a file. */
function inert(block: ContentBlock, { runsTemplates }: ClientProfile): ContentBlock {
  if (runsTemplates !== true || block.type !== 'text') return block;
  const text = block.text.replaceAll('!`', '! `');
  return {
    ...block,
    text: text.replace(WORD, (word) => (/[./~]/.test(word) ? word.replace(/(?<!\w)@/g, '@ ') : word)),
  };
}
