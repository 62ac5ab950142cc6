import type {
  Annotations,
  Resource,
  ResourceLink,
  TextContent,
  PromptMessage,
  ContentBlock,
  Role,
} from '../protocol.js';
import { ignoreRejectionsIn, isPromise } from '../pending.js';
import { Trusted, Untrusted } from './untrusted.js';
import { ARRAY } from '../text/option-kinds.js';
import { isFullResult, flattenParts, type PromptOutput } from '../output/output.js';
import type { Awaitable } from '../types.js';

/** Options of every kind of content. */
export interface ContentOptions {
  /** For whom the content is, how important and how old; clients may use it to decide what to show and send. */
  readonly annotations?: Annotations;
  /** Metadata for your own clients; omitted for clients before 2025-06-18. */
  readonly _meta?: { [key: string]: unknown };
}

/** A value that can be interpolated. `Untrusted` is fenced, `Trusted` is written unchanged. */
export type TextValue = string | number | bigint | boolean | Untrusted | Trusted;

/**
 * A text block.
 * @throws {TypeError} if the value is not text, such as `undefined`
 */
export function text(value: TextValue, options: ContentOptions = {}): TextContent {
  return { type: 'text', text: toText(value), ...options };
}

/**
 * A link to a resource, as a content block; clients before 2025-06-18 get it as text.
 * @throws {TypeError} if the resource is, or contains, a promise
 */
export function link(resource: Resource, options: ContentOptions = {}): ResourceLink {
  if (ignoreRejectionsIn(resource)) throw new TypeError('A promise is not a resource. Await it.');
  return { ...resource, ...options, type: 'resource_link' };
}

/** @throws {TypeError} if the value has no useful text, such as `undefined` or a plain object */
function toText(value: unknown): string {
  if (value === undefined || value === null)
    throw new TypeError(`${String(value)} is not text. Give text in its place, as in value ?? '…'.`);
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`A ${typeof value} is not text. Give the text that it stands for.`);
  if (typeof value === 'object' && !(value instanceof Untrusted) && !(value instanceof Trusted))
    throw invalidTextError(value);
  return String(value);
}

function invalidTextError(value: object): TypeError {
  ignoreRejectionsIn(value);
  return new TypeError(
    isPromise(value)
      ? 'A promise is not text. Await it.'
      : 'An object is not text. Wrap it in untrusted(…), or convert it to text yourself.',
  );
}

/** The reaction to a message template that interpolates an argument which is neither `untrusted` nor `trusted`. */
export type InterpolationRule = 'warn' | 'strict' | 'off';

// Not enumerable, so that JSON, copies and comparisons do not show it. A WeakMap would also work, but makes
// `prompts/get` with a template half as slow again; the property, a sixth.
const INTERPOLATED = Symbol('interpolated');

interface TemplateMessage {
  readonly [INTERPOLATED]?: readonly string[];
}

/** Records the strings that the template of a message interpolated unmarked. */
function recordInterpolated(message: PromptMessage, strings: readonly string[]): void {
  Object.defineProperty(message, INTERPOLATED, { value: strings });
}

/** The strings that the template of a message interpolated unmarked; `undefined` if there are none. */
export function interpolatedIn(message: unknown): readonly string[] | undefined {
  return (message as TemplateMessage)[INTERPOLATED]; // Also `undefined` for a string.
}

const dedented = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * The literal parts of a template without the indentation of the source: without the common prefix of their lines, and
 * without an empty first and last line. Interpolated values do not affect the result, and neither do escapes such as
 * `\n`. Computed once per template.
 */
export function dedentTemplate(strings: TemplateStringsArray): readonly string[] {
  const known = dedented.get(strings);
  if (known !== undefined) return known;
  const parts = strings.map((cooked, index) => linesOf(cooked, strings.raw[index] ?? ''));
  const indent = indentOf(parts);
  const texts = parts.map((lines) => lines.map((line, at) => (at === 0 ? line.text : line.text.slice(indent))));
  if (isBlank(parts[0]?.[0])) dropLine(texts[0], 'shift');
  if (isBlank(parts.at(-1)?.at(-1))) dropLine(texts.at(-1), 'pop');
  const literals = Object.freeze(texts.map((lines) => lines.join('\n')));
  dedented.set(strings, literals);
  return literals;
}

/** A line of the source: its text, and its source code. */
interface Line {
  readonly text: string;
  readonly source: string;
}

/** The length of the common indentation. Blank lines do not count, unless a value follows. */
function indentOf(parts: readonly (readonly Line[])[]): number {
  const indents = parts.flatMap((lines, part) => {
    const isBeforeValue = (at: number) => at === lines.length - 1 && part < parts.length - 1;
    const counting = lines.filter((line, at) => at > 0 && (!isBlank(line) || isBeforeValue(at)));
    return counting.map(({ source }) => /^[ \t]*/.exec(source)?.[0] ?? '');
  });
  return indents.length === 0 ? Infinity : indents.reduce(commonStart).length;
}

function commonStart(one: string, other: string): string {
  let offset = 0;
  while (offset < one.length && one[offset] === other[offset]) offset += 1;
  return one.slice(0, offset);
}

/** Whether a line consists of layout only. */
function isBlank(line: Line | undefined): boolean {
  return line !== undefined && /^[ \t]*$/.test(line.source);
}

/** Drops the empty first or last line of a template, unless it is the only line of its part. */
function dropLine(lines: string[] | undefined, remove: 'shift' | 'pop'): void {
  if (lines !== undefined && lines.length > 1) lines[remove]();
}

/** The lines of a literal part in the source: a `\n` written as an escape does not end a line. */
function linesOf(cooked: string | undefined, raw: string): Line[] {
  if (cooked === undefined) return raw.split('\n').map((line) => ({ text: line, source: line })); // An invalid escape.
  const pieces = cooked.split('\n');
  const sources = raw.replace(ESCAPE, (escape) => (escape === '\\\n' ? '\\ ' : escape)).split('\n');
  return sources.map((source) => {
    const breaks = [...source.matchAll(ESCAPE)].filter(([escape]) => escape === '\\n' || escape.length > 2);
    return { text: pieces.splice(0, breaks.length + 1).join('\n'), source };
  });
}

/** An escape sequence: line breaks in full, only the beginning of the rest. */
const ESCAPE = /\\(?:x0[aA]|u000[aA]|u\{0*[aA]\}|[^])/g;

/** The content of one message: a string, or a block of any type. */
export type MessageContent = TextValue | ContentBlock;

/** Creates messages of one role, as a function or as a template tag. */
export interface Speaker {
  /** Creates one message. */
  (content: MessageContent): PromptMessage;
  /** Creates one message, whose text does not have the indentation of the source. */
  (strings: TemplateStringsArray, ...values: readonly TextValue[]): PromptMessage;
  /** Creates a message for each block, and for the text between blocks. */
  (strings: TemplateStringsArray, ...values: readonly MessageContent[]): PromptMessage[];
  // After the templates, which are arrays too.
  /** Creates a message for each content: an MCP message has only one. */
  (contents: readonly MessageContent[]): PromptMessage[];
}

/** Creates user messages: `user('…')`, or user`…`. */
export const user = createSpeaker('user');

/** Creates assistant messages: examples of answers, or the beginning of the answer. */
export const assistant = createSpeaker('assistant');

/** One turn of a conversation that shows how to answer. */
export interface Example {
  readonly user: MessageContent;
  readonly assistant: MessageContent;
}

/** Turns examples of how to answer into a conversation (few-shot prompting). */
export function fewShot(examples: readonly Example[]): PromptMessage[] {
  ARRAY.require('The examples of fewShot()', examples);
  try {
    return copyItems(examples).flatMap((example) => [user(example.user), assistant(example.assistant)]);
  } catch (error) {
    ignoreRejectionsIn(examples);
    throw error;
  }
}

function createSpeaker(role: Role): Speaker {
  const toMessage = (content: MessageContent): PromptMessage => ({
    role,
    content: isBlock(content) ? content : text(content),
  });
  const createMessages = (
    content: MessageContent | readonly MessageContent[] | TemplateStringsArray,
    ...values: readonly MessageContent[]
  ) => {
    try {
      if (!Array.isArray(content)) return toMessage(content as MessageContent);
      return isTemplate(content)
        ? messagesOfTemplate(content, values, toMessage)
        : copyItems(content as readonly MessageContent[]).map(toMessage);
    } catch (error) {
      ignoreRejectionsIn([content, values]); // If one is refused, the promises of the others are never awaited.
      throw error;
    }
  };
  return createMessages as Speaker;
}

function isTemplate(content: readonly unknown[]): content is TemplateStringsArray {
  return 'raw' in content;
}

/** Whether a part is a content block. Other invalid values are reported when they are written. */
function isBlock(content: MessageContent): content is ContentBlock {
  return typeof content === 'object' && content !== null && 'type' in content;
}

function messagesOfTemplate(
  strings: TemplateStringsArray,
  values: readonly MessageContent[],
  toMessage: (content: MessageContent) => PromptMessage,
) {
  const literals = dedentTemplate(strings);
  const parts: (string | ContentBlock)[] = [literals[0] ?? ''];
  for (const [index, value] of values.entries()) {
    const next = literals[index + 1] ?? '';
    if (isBlock(value)) parts.push(value, next);
    else parts.push(`${parts.pop() as string}${toText(value)}${next}`);
  }
  const isSingle = parts.length === 1;
  const contents = isSingle ? parts : parts.map(trimText).filter((part) => part !== '');
  const messages = contents.map(toMessage);
  const [first] = messages;
  const raw = values.filter((value) => typeof value === 'string');
  if (first !== undefined && raw.length > 0) recordInterpolated(first, raw);
  return isSingle ? first : messages;
}

/** The text between blocks becomes a message, so line breaks next to blocks are dropped. */
function trimText(part: string | ContentBlock): string | ContentBlock {
  return typeof part === 'string' ? part.trim() : part;
}

/**
 * Joins the output of several prompts, or parts of one: messages, strings, arrays of them, full results, and promises
 * of these. To include the output of another prompt, inject it and call its `render`.
 */
export async function conversation(...parts: readonly Awaitable<PromptOutput>[]): Promise<PromptMessage[]> {
  const outputs = await Promise.all(parts);
  return outputs.flatMap((output) => {
    const messages = flattenParts(isFullResult(output) ? output.messages : output);
    return messages.map((message) => (typeof message === 'string' ? user(message) : (message as PromptMessage)));
  });
}

/** The maximum length of an array: a longer one is endless or a mistake. */
const MAX_ITEMS = 1_000_000;

/**
 * A copy of an array, with `undefined` for holes. Reads by index, because a custom iterator may never end.
 * @throws {RangeError} if there are more than 1,000,000 items
 */
function copyItems<T>(array: readonly T[]): T[] {
  const { length } = array;
  if (length > MAX_ITEMS)
    throw new RangeError(`An array has ${length} items; the maximum is ${MAX_ITEMS}. Pass fewer.`);
  return Array.from({ length }, (_, index) => array[index] as T);
}
