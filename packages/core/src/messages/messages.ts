import type {
  Annotations,
  Resource,
  ResourceLink,
  TextContent,
  PromptMessage,
  ContentBlock,
  Role,
} from '../protocol.js';
import { ignoreRejectionsIn, isPromise } from '../promises.js';
import { Trusted, Untrusted } from './untrusted.js';
import { ARRAY } from '../text/option-kinds.js';
import { isFullResult, flattenParts, type PromptOutput } from '../output/output.js';
import type { Awaitable } from '../types.js';

/** The options that all content types share. */
export interface ContentOptions {
  /**
   * The audience, priority and age of the content. Clients may use them to decide what to show or send to the model.
   */
  readonly annotations?: Annotations;
  /** Metadata for your own clients. Omitted for clients with a protocol revision before 2025-06-18. */
  readonly _meta?: { [key: string]: unknown };
}

/**
 * A value that can be interpolated. `Untrusted` text is put between two markers (a fence); `Trusted` text is written
 * unchanged.
 */
export type TextValue = string | number | bigint | boolean | Untrusted | Trusted;

/**
 * Creates a text block.
 * @throws {TypeError} if the value is not text, such as `undefined`
 */
export function text(value: TextValue, options: ContentOptions = {}): TextContent {
  return { type: 'text', text: toText(value), ...options };
}

/**
 * Creates a content block that links to a resource. Clients with a protocol revision before 2025-06-18 get text
 * instead.
 * @throws {TypeError} if the resource is a promise or contains one
 */
export function link(resource: Resource, options: ContentOptions = {}): ResourceLink {
  if (ignoreRejectionsIn(resource)) throw new TypeError('A promise is not a resource. Await it.');
  return { ...resource, ...options, type: 'resource_link' };
}

/** @throws {TypeError} if the value has no useful text, such as `undefined` or a plain object */
function toText(value: unknown): string {
  if (value === undefined || value === null)
    throw new TypeError(`${String(value)} is not text. Pass a string instead, as in value ?? '…'.`);
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`A ${typeof value} is not text. Pass a string instead.`);
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

/**
 * What to do if a template interpolates an argument without `untrusted` or `trusted`: log a warning, fail, or nothing.
 */
export type InterpolationRule = 'warn' | 'strict' | 'off';

// The key of a property that is not enumerable, so that JSON, copies and comparisons omit it. The property makes
// `prompts/get` of a template 17 % slower; a WeakMap would make it 50 % slower.
const INTERPOLATED = Symbol('interpolated');

interface TemplateMessage {
  readonly [INTERPOLATED]?: readonly string[];
}

/** Records the strings that a template interpolated without `untrusted` or `trusted`. */
function recordInterpolated(message: PromptMessage, strings: readonly string[]): void {
  Object.defineProperty(message, INTERPOLATED, { value: strings });
}

/** Returns the strings that a template interpolated without `untrusted` or `trusted`; `undefined` if there are none. */
export function interpolatedIn(message: unknown): readonly string[] | undefined {
  return (message as TemplateMessage)[INTERPOLATED]; // Also works for strings.
}

const dedented = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * Returns the literal parts of a template without the indentation of the source: without the common indentation of all
 * lines, and without a blank first and last line. Interpolated values and escapes such as `\n` do not count. Computed
 * once per template.
 */
export function dedentTemplate(strings: TemplateStringsArray): readonly string[] {
  const known = dedented.get(strings);
  if (known !== undefined) return known;
  const parts = strings.map((cooked, index) => splitLines(cooked, strings.raw[index] ?? ''));
  const indent = measureIndent(parts);
  const texts = parts.map((lines) => lines.map((line, at) => (at === 0 ? line.text : line.text.slice(indent))));
  if (isBlank(parts[0]?.[0])) dropLine(texts[0], 'shift');
  if (isBlank(parts.at(-1)?.at(-1))) dropLine(texts.at(-1), 'pop');
  const literals = Object.freeze(texts.map((lines) => lines.join('\n')));
  dedented.set(strings, literals);
  return literals;
}

/** A line of a template: its text, and its source code. */
interface TemplateLine {
  readonly text: string;
  readonly source: string;
}

/** Returns the length of the common indentation. A blank line counts only if a value follows on the same line. */
function measureIndent(parts: readonly (readonly TemplateLine[])[]): number {
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

function isBlank(line: TemplateLine | undefined): boolean {
  return line !== undefined && /^[ \t]*$/.test(line.source);
}

function dropLine(lines: string[] | undefined, remove: 'shift' | 'pop'): void {
  if (lines !== undefined && lines.length > 1) lines[remove]();
}

/** Returns the lines of a literal part. The escape `\n` does not end a line of the source. */
function splitLines(cooked: string | undefined, raw: string): TemplateLine[] {
  if (cooked === undefined) return raw.split('\n').map((line) => ({ text: line, source: line })); // An invalid escape.
  const pieces = cooked.split('\n');
  const sources = raw.replace(ESCAPE, (escape) => (escape === '\\\n' ? '\\ ' : escape)).split('\n');
  return sources.map((source) => {
    const breaks = [...source.matchAll(ESCAPE)].filter(([escape]) => escape === '\\n' || escape.length > 2);
    return { text: pieces.splice(0, breaks.length + 1).join('\n'), source };
  });
}

/** Matches an escape sequence: completely if it escapes a line feed, otherwise only its first two characters. */
const ESCAPE = /\\(?:x0[aA]|u000[aA]|u\{0*[aA]\}|[^])/g;

/** The content of one message: text, or a content block of any type. */
export type Content = TextValue | ContentBlock;

/** Creates messages of one role, as a function or as a template tag. */
export interface MessageFactory {
  /** Creates one message. */
  (content: Content): PromptMessage;
  /** Creates one message from a template, without the indentation of the source code. */
  (strings: TemplateStringsArray, ...values: readonly TextValue[]): PromptMessage;
  /** Creates one message for each block in a template, and one for each text between blocks. */
  (strings: TemplateStringsArray, ...values: readonly Content[]): PromptMessage[];
  // This overload must be last, because the strings of a template are also an array.
  /** Creates one message per content, because an MCP message has only one content. */
  (contents: readonly Content[]): PromptMessage[];
}

/** Creates user messages: `user('…')`, or user`…`. */
export const user = createMessageFactory('user');

/** Creates assistant messages, for example to show the model how to answer. */
export const assistant = createMessageFactory('assistant');

/** A user message and the answer that the assistant should give. */
export interface Example {
  readonly user: Content;
  readonly assistant: Content;
}

/** Turns examples into a conversation that shows the model how to answer (few-shot prompting). */
export function fewShot(examples: readonly Example[]): PromptMessage[] {
  ARRAY.require('The examples of fewShot()', examples);
  try {
    return copyItems(examples).flatMap((example) => [user(example.user), assistant(example.assistant)]);
  } catch (error) {
    ignoreRejectionsIn(examples);
    throw error;
  }
}

function createMessageFactory(role: Role): MessageFactory {
  const createMessage = (content: Content): PromptMessage => ({
    role,
    content: isBlock(content) ? content : text(content),
  });
  const createMessages = (
    content: Content | readonly Content[] | TemplateStringsArray,
    ...values: readonly Content[]
  ) => {
    try {
      if (!Array.isArray(content)) return createMessage(content as Content);
      return isTemplate(content)
        ? messagesOfTemplate(content, values, createMessage)
        : copyItems(content as readonly Content[]).map(createMessage);
    } catch (error) {
      ignoreRejectionsIn([content, values]); // Nothing awaits promises in the other values.
      throw error;
    }
  };
  return createMessages as MessageFactory;
}

function isTemplate(content: readonly unknown[]): content is TemplateStringsArray {
  return 'raw' in content;
}

/** Whether a part is a content block. `toText` reports invalid values later. */
function isBlock(content: Content): content is ContentBlock {
  return typeof content === 'object' && content !== null && 'type' in content;
}

function messagesOfTemplate(
  strings: TemplateStringsArray,
  values: readonly Content[],
  createMessage: (content: Content) => PromptMessage,
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
  const messages = contents.map(createMessage);
  const [first] = messages;
  const raw = values.filter((value) => typeof value === 'string');
  if (first !== undefined && raw.length > 0) recordInterpolated(first, raw);
  return isSingle ? first : messages;
}

/** Removes white space next to blocks, because the text between blocks becomes a separate message. */
function trimText(part: string | ContentBlock): string | ContentBlock {
  return typeof part === 'string' ? part.trim() : part;
}

/**
 * Joins prompt outputs to one conversation. An output can be a string, a message, an array of strings and messages, a
 * full result, or a promise of any of these. To include a different prompt, inject it and call its `render`.
 */
export async function conversation(...parts: readonly Awaitable<PromptOutput>[]): Promise<PromptMessage[]> {
  const outputs = await Promise.all(parts);
  return outputs.flatMap((output) => {
    const messages = flattenParts(isFullResult(output) ? output.messages : output);
    return messages.map((message) => (typeof message === 'string' ? user(message) : (message as PromptMessage)));
  });
}

/** The maximum length of an array. A longer array is endless or a mistake. */
const MAX_ITEMS = 1_000_000;

/**
 * Copies an array, with `undefined` for holes. Reads by index, because a custom iterator may never end.
 * @throws {RangeError} if the array has more than 1,000,000 items
 */
function copyItems<T>(array: readonly T[]): T[] {
  const { length } = array;
  if (length > MAX_ITEMS)
    throw new RangeError(`An array has ${length} items; the maximum is ${MAX_ITEMS}. Pass fewer items.`);
  return Array.from({ length }, (_, index) => array[index] as T);
}
