import { checkShape, checkedContent, hasMoreThanText, kindOf, wrong } from '../output/content-check.js';
import type { Limits } from '../limits.js';
import { withPromiseHint, isFullResult, messagesIn, OutputFault } from '../messages/output-parts.js';
import type { GetPromptResult, PromptMessage, Role, TextContent } from '../protocol.js';
import { isRecord, json, optional, record, shapeOf, isLarger } from '../output/shape.js';
type OutputLimits = Pick<Limits, 'messages' | 'answerBytes'>;

/**
 * Turns the output of `render` into a result: a copy in which everything has been checked.
 * @throws {OutputFault} if the output is invalid or too large
 */
export function toResult(output: unknown, limits: OutputLimits): GetPromptResult {
  try {
    return resultOf(output, limits);
  } catch (fault) {
    throw withPromiseHint(fault, output);
  }
}

const UNLIMITED: OutputLimits = { messages: Infinity, answerBytes: Infinity };

/**
 * The result that a value of unknown origin is, such as JSON from a store, of any size; `undefined` if it is something
 * else.
 */
export function promptResultIn(output: unknown): GetPromptResult | undefined {
  try {
    return isFullResult(output) ? resultOf(output, UNLIMITED) : undefined;
  } catch {
    return undefined;
  }
}

function resultOf(output: unknown, { messages: most, answerBytes }: OutputLimits): GetPromptResult {
  if (output === undefined || output === null)
    throw new OutputFault('returned nothing: return a string, a message, an array of them or a full result');
  const isFull = isFullResult(output);
  const messages = messagesIn(isFull ? output.messages : output, most).map(toMessage);
  const result = isFull ? { ...headOf(output), messages } : { messages };
  const isSmall = !isFull && unitsOfTexts(messages) * 3 <= answerBytes; // A UTF-16 code unit takes one to three bytes.
  if (!isSmall && isLarger(result, answerBytes))
    throw new OutputFault(`returned more than ${answerBytes} bytes, the limit of \`answerBytes\``);
  return result;
}

const HEAD = record({
  description: optional(shapeOf('a string', (value) => typeof value === 'string')),
  messages: (value) => value,
  _meta: optional(json),
});

function headOf(output: GetPromptResult): object {
  return checkShape(HEAD, output, 'returned a result whose');
}

function toMessage(message: unknown, index: number): PromptMessage {
  if (typeof message === 'string') return { role: 'user', content: { type: 'text', text: message } };
  if (!isRecord(message))
    throw new OutputFault(`returned ${kindOf(message)} as message ${index}: use user(…) or assistant(…)`);
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') {
    const problem = isIterator(message)
      ? `returned an iterator as message ${index}: return an array, as in [...iterator] where it ends`
      : `gave message ${index} ${wrong('role', role, '"user" and "assistant"')}`;
    throw new OutputFault(problem);
  }
  if (hasMoreThanRoleAndContent(message))
    throw new OutputFault(`gave message ${index} a member that MCP does not have: there are only "role" and "content"`);
  return toCheckedMessage(role, content, index);
}

function isIterator(message: object): boolean {
  return Symbol.iterator in message || Symbol.asyncIterator in message;
}

// It builds no list of members: every message passes through here.
function hasMoreThanRoleAndContent(message: Readonly<Record<string, unknown>>): boolean {
  for (const name in message) {
    if (name !== 'role' && name !== 'content' && message[name] !== undefined) return true;
  }
  return false;
}

/** The length of all strings; infinite if there is anything but text. */
function unitsOfTexts(messages: readonly PromptMessage[]): number {
  let units = 0;
  for (const { role, content } of messages) {
    if (content.type !== 'text' || hasMoreThanText(content)) return Infinity;
    units += role.length + content.type.length + content.text.length;
  }
  return units;
}

function toCheckedMessage(role: Role, content: unknown, index: number): PromptMessage {
  if (Array.isArray(content))
    throw new OutputFault(`gave message ${index} several contents: MCP has one a message, so use user([…])`);
  if (!isRecord(content)) {
    const remedy = 'use text(…), or user("…") for the whole message';
    throw new OutputFault(`gave message ${index} ${kindOf(content)} as its content: ${remedy}`);
  }
  return { role, content: checkedContent(content, 'message', index) };
}

/** Whether messages have several speakers, which the joined text has to name. */
export function isDialogue(messages: readonly PromptMessage[]): boolean {
  return messages.some(({ role }) => role !== messages[0]?.role);
}

/** The prefix of a speaker's words. */
export const SPEAKERS: Readonly<Record<Role, string>> = { user: 'User:', assistant: 'Assistant:' };

/** All messages as one, for hosts that pass on the first message only. Their content is text by now. */
export function oneMessage(messages: readonly PromptMessage[]): PromptMessage {
  const areNamed = isDialogue(messages);
  const texts = messages.map(({ role, content }) => {
    const { text } = content as TextContent;
    return areNamed ? `${SPEAKERS[role]}\n${text}` : text;
  });
  return { role: 'user', content: { type: 'text', text: texts.join('\n\n') } };
}
