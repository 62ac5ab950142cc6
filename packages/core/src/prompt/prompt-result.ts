import { isObject } from '../text/option-kinds.js';
import { NON_TEXT_TYPES, droppedTypes } from '../clients/client-profile.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import type { Client } from '../api/context.js';
import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { ArgumentType, TypedArgument } from '../arguments/argument-type.js';
import { ListType, NestedType } from '../arguments/object-types.js';
import type { OutputRequest } from '../definition/kind.js';
import type { Limits } from '../limits.js';
import { interpolatedIn } from '../messages/messages.js';
import {
  isFullResult,
  isShortText,
  flattenParts,
  MAX_BYTES_PER_UNIT,
  OutputFault,
  withPromiseHint,
  exceedsBytes,
  json,
  optional,
  record,
  createShape,
} from '../output/output.js';
import { checkShape, checkContent, hasMore, kindOf, wrongValue } from '../output/shapes.js';
import { createDegrader } from '../output/degradation.js';
import type { GetPromptResult, PromptMessage, Role, TextContent } from '../protocol.js';
import { sectionOf } from '../troubleshooting.js';

type OutputLimits = Pick<Limits, 'messages' | 'answerBytes'>;

/**
 * Converts the output of `render` to a result, or checks a result from interceptors. Returns a checked copy.
 * @param args the arguments of `render`; `undefined` for a result from interceptors
 * @throws {OutputFault} if the output is invalid or too large
 */
export function checkPromptOutput(output: unknown, request: OutputRequest, args?: object): GetPromptResult {
  const { limits } = request.services;
  // Fast path: a string is one message without a template.
  if (isShortText(output, limits.answerBytes))
    return { messages: [{ role: 'user', content: { type: 'text', text: output } }] };
  try {
    const result = toResult(output, limits);
    if (args !== undefined) checkInterpolation(output, args, request);
    return result;
  } catch (fault) {
    throw withPromiseHint(fault, output);
  }
}

/**
 * Replaces content that the client does not support or drops.
 * @param method whether the result is sent as a prompt or as a tool result, which hosts treat differently
 */
export function adaptPromptResult(
  result: GetPromptResult,
  client: Client,
  clients: ClientProfiles,
  method: 'prompts' | 'tools' = 'prompts',
): GetPromptResult {
  const profile = clients.of(client);
  const isJoined = method === 'prompts' && profile.firstMessageOnly === true && result.messages.length > 1;
  const degrade = createDegrader(client, isJoined ? NON_TEXT_TYPES : droppedTypes(method, profile));
  if (degrade === undefined) return result;
  const messages = result.messages.map(({ role, content }) => ({ role, content: degrade(content) }));
  return { ...result, messages: isJoined ? [joinMessages(messages)] : messages };
}

const UNLIMITED: OutputLimits = { messages: Infinity, answerBytes: Infinity };

/**
 * Returns a checked copy of a prompt result of unknown origin and any size, such as JSON from a store; `undefined` if
 * the value is not a prompt result.
 */
export function promptResultIn(output: unknown): GetPromptResult | undefined {
  try {
    return isFullResult(output) ? toResult(output, UNLIMITED) : undefined;
  } catch {
    return undefined;
  }
}

function toResult(output: unknown, { messages: max, answerBytes }: OutputLimits): GetPromptResult {
  if (output === undefined || output === null)
    throw new OutputFault('returned nothing: return a string, a message, an array of these, or a full result');
  const isFull = isFullResult(output);
  const messages = flattenParts(isFull ? output.messages : output, max).map(toMessage);
  const result = isFull ? { ...membersExceptMessages(output), messages } : { messages };
  const isSmall = !isFull && lengthOfTexts(messages) * MAX_BYTES_PER_UNIT <= answerBytes;
  if (!isSmall && exceedsBytes(result, answerBytes))
    throw new OutputFault(`returned more than ${answerBytes} bytes, which exceeds \`limits.answerBytes\``);
  return result;
}

const RESULT = record({
  description: optional(createShape('a string', (value) => typeof value === 'string')),
  messages: (value) => value,
  _meta: optional(json),
});

function membersExceptMessages(output: GetPromptResult): object {
  return checkShape(RESULT, output, 'returned an invalid result:');
}

function toMessage(message: unknown, index: number): PromptMessage {
  if (typeof message === 'string') return { role: 'user', content: { type: 'text', text: message } };
  if (!isObject(message))
    throw new OutputFault(`returned ${kindOf(message)} as message ${index}: use user(…) or assistant(…)`);
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') {
    const problem = isIterable(message)
      ? `returned an iterator as message ${index}: return an array instead, as in [...iterator]`
      : `returned message ${index} that has ${wrongValue('role', role, '"user" or "assistant"')}`;
    throw new OutputFault(problem);
  }
  if (hasMore(message, 'role', 'content'))
    throw new OutputFault(`returned message ${index} that has an unknown property: use only "role" and "content"`);
  return toCheckedMessage(role, content, index);
}

function isIterable(message: object): boolean {
  return Symbol.iterator in message || Symbol.asyncIterator in message;
}

/** Returns the total length of all strings; infinite if a message contains anything but text. */
function lengthOfTexts(messages: readonly PromptMessage[]): number {
  let units = 0;
  for (const { role, content } of messages) {
    if (content.type !== 'text' || hasMore(content, 'type', 'text')) return Infinity;
    units += role.length + content.type.length + content.text.length;
  }
  return units;
}

function toCheckedMessage(role: Role, content: unknown, index: number): PromptMessage {
  if (Array.isArray(content))
    throw new OutputFault(
      `returned message ${index} with an array as its content: use user([…]) to create one message for each item`,
    );
  if (!isObject(content)) {
    const remedy = 'use text(…) for the content, or user("…") for the whole message';
    throw new OutputFault(`returned message ${index} with ${kindOf(content)} as its content: ${remedy}`);
  }
  return { role, content: checkContent(content, 'message', index) };
}

/** Whether messages have different roles. If so, joined text must name the speakers. */
export function isDialogue(messages: readonly PromptMessage[]): boolean {
  return messages.some(({ role }) => role !== messages[0]?.role);
}

/** The name to write before a speaker's text. */
export const SPEAKERS: Readonly<Record<Role, string>> = { user: 'User:', assistant: 'Assistant:' };

/** Joins all messages, for hosts that use only the first message. All contents have already been converted to text. */
function joinMessages(messages: readonly PromptMessage[]): PromptMessage {
  const showsSpeakers = isDialogue(messages);
  const strings = messages.map(({ role, content }) => {
    const { text } = content as TextContent;
    return showsSpeakers ? `${SPEAKERS[role]}\n${text}` : text;
  });
  return { role: 'user', content: { type: 'text', text: strings.join('\n\n') } };
}

/**
 * Reports arguments that templates interpolate without `untrusted` or `trusted`.
 * @throws {OutputFault} in strict mode, if there is such an argument
 */
function checkInterpolation(output: unknown, args: object, { definition, services }: OutputRequest): void {
  const { interpolation = 'warn', monitor } = services;
  if (interpolation === 'off' || definition === undefined || definition.arguments.arguments.length === 0) return;
  for (const message of flattenParts(isFullResult(output) ? output.messages : output)) {
    const strings = interpolatedIn(message);
    if (strings === undefined) continue;
    for (const argument of findInterpolatedArguments(
      definition.arguments,
      args,
      new Set(strings.map((text) => text.trim())),
    )) {
      const problem = `interpolates the argument "${argument}" without untrusted(…). ${MARK_REMEDY}. See ${sectionOf('argument-unmarked')}`;
      if (interpolation === 'strict') throw new OutputFault(problem);
      monitor.warnOnce(`Prompt "${definition.name}" ${problem}`);
    }
  }
}

const MARK_REMEDY = 'Wrap it in untrusted(…), or in trusted(…) if the model may follow instructions in it';

function findInterpolatedArguments(
  { arguments: args }: ArgumentPlan,
  values: object,
  strings: ReadonlySet<string>,
): string[] {
  const search: ArgumentSearch = { strings, seen: new Set() };
  return args.filter((arg) => argumentContainsAny(arg, values, search)).map(({ property }) => property);
}

interface ArgumentSearch {
  readonly strings: ReadonlySet<string>;
  /** The objects visited so far, because an object may contain itself. */
  readonly seen: Set<object>;
}

function argumentContainsAny(
  { property, type, acceptsAnyText }: TypedArgument,
  values: object,
  search: ArgumentSearch,
): boolean {
  return acceptsAnyText && containsAny((values as Readonly<Record<string, unknown>>)[property], type, search);
}

/** Whether a value is one of the strings, or contains one as free text. */
function containsAny(value: unknown, type: ArgumentType | undefined, search: ArgumentSearch): boolean {
  if (typeof value === 'string') return value.trim() !== '' && search.strings.has(value.trim());
  if (typeof value !== 'object' || value === null || search.seen.has(value)) return false;
  search.seen.add(value);
  if (type instanceof NestedType) return type.plan.arguments.some((arg) => argumentContainsAny(arg, value, search));
  const items = type instanceof ListType ? type.items : undefined;
  return Object.values(value).some((member) => containsAny(member, items, search));
}

const PLACEHOLDER = /\$(\d+|ARGUMENTS)/g;

/**
 * Matches a whole word that begins with @. A lookahead at each @ would take quadratic time on a text with a million @.
 */
const AT_WORD = /(?<![\w`])@[^\s`,]+/g;

/** Matches code such as `@Foo(…)`, which is not a file reference. */
const DECORATOR_CALL = /^@\w+\([^./~]*$/;

/**
 * Escapes a prompt for a host that treats prompts as templates, so that the host finds no commands, file references or
 * placeholders in it, except placeholders that the host has sent.
 * @param placeholders the placeholders that the host has sent
 */
export function escapeTemplates(
  { messages, ...rest }: GetPromptResult,
  placeholders: ReadonlySet<string>,
): GetPromptResult {
  return {
    ...rest,
    messages: messages.map(({ role, content }) => {
      if (content.type !== 'text') return { role, content };
      return { role, content: { ...content, text: escapeText(content.text, placeholders) } };
    }),
  };
}

function escapeText(text: string, placeholders: ReadonlySet<string>): string {
  const escaped = text.replace(PLACEHOLDER, (found, name: string) => (placeholders.has(found) ? found : `$ ${name}`));
  const parts = placeholders.size === 0 ? [escaped] : escaped.split(/(\$\d+)/); // Odd indexes are placeholders.
  return parts.map((part, at) => (at % 2 === 0 ? escapePart(part, { at, last: parts.length - 1 }) : part)).join('');
}

/**
 * Escapes the text between two placeholders. The host later inserts values, which may be empty or end with the start of
 * a command.
 */
function escapePart(part: string, { at, last }: { readonly at: number; readonly last: number }): string {
  const isFollowed = at < last;
  const escaped = part.replaceAll('!`', '! `').replace(AT_WORD, (word, offset: number, whole: string) => {
    const isUnfinished = isFollowed && offset + word.length === whole.length;
    return isUnfinished || (/[^@]/.test(word) && !DECORATOR_CALL.test(word)) ? word.replace(/(?<!\w)@/g, '@ ') : word;
  });
  const start = at > 0 ? escaped.replace(/^(?=`|ARGUMENTS)/, ' ') : escaped;
  return isFollowed ? start.replace(/(?:!|(?<![\w`])@|\$[A-Z]*)$/, '$& ') : start;
}
