import type { Client } from '../api/context.js';
import { BUT_TEXT, droppedTypes } from '../clients/client-profile.js';
import { degradation } from '../output/degradation.js';
import type { AnswerServices, OutputContext } from '../definition/kind.js';
import { InterpolationCheck } from '../messages/interpolation.js';
import { isShortText } from '../messages/output-parts.js';
import { toResult, oneMessage } from './prompt-result.js';
import type { GetPromptResult } from '../protocol.js';

interface OutputCheckOptions extends AnswerServices {
  /** The kind of the call: hosts treat the messages of a prompt and the results of a tool differently. */
  readonly sentAs?: 'prompts' | 'tools';
}

/** Checks the output of `render`, and adapts it to the client. */
export class OutputCheck {
  readonly #options: OutputCheckOptions;
  readonly #interpolation: InterpolationCheck;

  constructor(options: OutputCheckOptions) {
    this.#options = options;
    this.#interpolation = new InterpolationCheck(options.interpolation ?? 'warn', options.monitor);
  }

  /** @throws {OutputFault} if the output must not be sent */
  check(output: unknown, { name, plan, args }: OutputContext): GetPromptResult {
    // A string is one message without a template.
    if (isShortText(output, this.#options.limits.answerBytes))
      return { messages: [{ role: 'user', content: { type: 'text', text: output } }] };
    const result = toResult(output, this.#options.limits);
    if (plan.arguments.length > 0) this.#interpolation.check(output, { prompt: name, plan, args });
    return result;
  }

  /**
   * Checks a result that interceptors may have changed.
   * @throws {OutputFault} if it must not be sent
   */
  recheck(output: unknown): GetPromptResult {
    return toResult(output, this.#options.limits);
  }

  /** Removes what the client does not know or drops. */
  forClient(result: GetPromptResult, client: Client | undefined): GetPromptResult {
    if (client === undefined) return result;
    const { clients, sentAs = 'prompts' } = this.#options;
    const profile = clients.of(client);
    const isJoined = sentAs === 'prompts' && profile.firstMessageOnly === true && result.messages.length > 1;
    const degrade = degradation(client, isJoined ? BUT_TEXT : droppedTypes(sentAs, profile));
    if (degrade === undefined) return result;
    const messages = result.messages.map(({ role, content }) => ({ role, content: degrade(content) }));
    return { ...result, messages: isJoined ? [oneMessage(messages)] : messages };
  }
}

/** The placeholders that a host replaces. */
const PLACEHOLDER = /\$(\d+|ARGUMENTS)/g;

/** A whole word that begins with @: looking ahead from each of a million @ would take quadratic time. */
const WORD = /(?<![\w`])@[^\s`,]+/g;

/** Code such as `@Foo(…)`, which looks like a file reference but is not one. */
const DECORATOR = /^@\w+\([^./~]*$/;

/**
 * Changes a prompt so that a host that runs templates finds only its own placeholders in it, no command or file name.
 * @param own the placeholders that the host has sent, and replaces by what the user types
 */
export function inert({ messages, ...rest }: GetPromptResult, own: ReadonlySet<string>): GetPromptResult {
  return {
    ...rest,
    messages: messages.map(({ role, content }) => {
      return { role, content: content.type === 'text' ? { ...content, text: inertText(content.text, own) } : content };
    }),
  };
}

function inertText(text: string, own: ReadonlySet<string>): string {
  const escaped = text.replace(PLACEHOLDER, (found, name: string) => (own.has(found) ? found : `$ ${name}`));
  const parts = own.size === 0 ? [escaped] : escaped.split(/(\$\d+)/); // Every second part is a placeholder of the host.
  return parts.map((part, at) => (at % 2 === 0 ? inertPart(part, { at, last: parts.length - 1 }) : part)).join('');
}

/** The text between two placeholders, whose values may be empty, or end with the start of a command. */
function inertPart(part: string, { at, last }: { readonly at: number; readonly last: number }): string {
  const isFollowed = at < last;
  const plain = part.replaceAll('!`', '! `').replace(WORD, (word, place: number, whole: string) => {
    const isOpen = isFollowed && place + word.length === whole.length;
    return isOpen || (/[^@]/.test(word) && !DECORATOR.test(word)) ? word.replace(/(?<!\w)@/g, '@ ') : word;
  });
  const separated = at > 0 ? plain.replace(/^(?=`|ARGUMENTS)/, ' ') : plain;
  return isFollowed ? separated.replace(/(?:!|(?<![\w`])@|\$[A-Z]*)$/, '$& ') : separated;
}
