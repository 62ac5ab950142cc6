import { text, type TextValue, toText, type ContentOptions } from './content.js';
import { recordInterpolated } from './interpolation.js';
import { forgetAll, forgettable } from '../pending.js';
import type { ContentBlock, PromptMessage, Role, EmbeddedResource, ResourceContents } from '../protocol.js';
import { LIST, OBJECT } from '../text/option-kinds.js';
import { literalsOf } from './template.js';
import { isFullResult, messagesIn, type PromptOutput } from './output-parts.js';
import type { Awaitable } from '../types.js';
import { base64Of, MAX_BYTES, type MediaOptions, type MediaSource, readMedia } from './media.js';
import { mediaType, textType } from './media-type.js';

/** The content of one message: a string, or a block of any type. */
export type Said = TextValue | ContentBlock;

/** Creates messages of one role, as a function or as a template tag. */
export interface Speaker {
  /** Creates one message. */
  (content: Said): PromptMessage;
  /** Creates one message, whose text does not have the indentation of the source. */
  (strings: TemplateStringsArray, ...values: readonly TextValue[]): PromptMessage;
  /** Creates a message for each block, and for the text between blocks. */
  (strings: TemplateStringsArray, ...values: readonly Said[]): PromptMessage[];
  // After the templates, which are arrays too.
  /** Creates a message for each content: an MCP message has only one. */
  (contents: readonly Said[]): PromptMessage[];
}

/** Creates user messages: `user('…')`, or user`…`. */
export const user = createSpeaker('user');

/** Creates assistant messages: examples of answers, or the beginning of the answer. */
export const assistant = createSpeaker('assistant');

/** One turn of a conversation that shows how to answer. */
export interface Example {
  readonly user: Said;
  readonly assistant: Said;
}

/** Turns examples of how to answer into a conversation (few-shot prompting). */
export function fewShot(examples: readonly Example[]): PromptMessage[] {
  LIST.require('The examples of fewShot()', examples);
  try {
    return itemsOf(examples).flatMap((example) => [user(example.user), assistant(example.assistant)]);
  } catch (error) {
    forgetAll(examples);
    throw error;
  }
}

function createSpeaker(role: Role): Speaker {
  const say = (content: Said): PromptMessage => ({ role, content: isBlock(content) ? content : text(content) });
  const createMessages = (content: Said | readonly Said[] | TemplateStringsArray, ...values: readonly Said[]) => {
    try {
      if (!Array.isArray(content)) return say(content as Said);
      return isTemplate(content) ? fromTemplate(content, values, say) : itemsOf(content as readonly Said[]).map(say);
    } catch (error) {
      forgetAll([content, values]); // If one is refused, the promises of the others are never awaited.
      throw error;
    }
  };
  return createMessages as Speaker;
}

function isTemplate(content: readonly unknown[]): content is TemplateStringsArray {
  return 'raw' in content;
}

/** Whether a part is a content block. Other invalid values are reported when they are written. */
function isBlock(content: Said): content is ContentBlock {
  return typeof content === 'object' && content !== null && 'type' in content;
}

function fromTemplate(strings: TemplateStringsArray, values: readonly Said[], say: (content: Said) => PromptMessage) {
  const literals = literalsOf(strings);
  const parts: (string | ContentBlock)[] = [literals[0] ?? ''];
  for (const [index, value] of values.entries()) {
    const next = literals[index + 1] ?? '';
    if (isBlock(value)) parts.push(value, next);
    else parts.push(`${parts.pop() as string}${toText(value)}${next}`);
  }
  const isSingle = parts.length === 1;
  const contents = isSingle ? parts : parts.map(trimText).filter((part) => part !== '');
  const messages = contents.map(say);
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
    const messages = messagesIn(isFullResult(output) ? output.messages : output);
    return messages.map((message) => (typeof message === 'string' ? user(message) : (message as PromptMessage)));
  });
}

/** The maximum length of an array: a longer one is endless or a mistake. */
const MAX_ITEMS = 1_000_000;

/**
 * A copy of an array, with `undefined` for holes. Reads by index, because a custom iterator may never end.
 * @throws {RangeError} if there are more than 1,000,000 items
 */
function itemsOf<T>(array: readonly T[]): T[] {
  const { length } = array;
  if (length > MAX_ITEMS)
    throw new RangeError(`An array has ${length} items; the maximum is ${MAX_ITEMS}. Pass fewer.`);
  return Array.from({ length }, (_, index) => array[index] as T);
}

export interface EmbedOptions extends MediaOptions {
  /** Identifies the resource; clients may request it by this URI. */
  readonly uri: string;
  /** The resource's name, such as a file name; clients before 2025-06-18 do not get it. */
  readonly name?: string;
  /** A display name; clients before 2025-06-18 do not get it. */
  readonly title?: string;
}

/** Embeds contents that a reader has read. The reader's own `embed` reads and embeds in one step. */
export function embed(resource: ResourceContents, options?: ContentOptions): EmbeddedResource;
/**
 * Embeds the bytes of a source: as text if they are UTF-8 without NUL, otherwise as base64.
 * @throws {TypeError} if the bytes do not match the declared type
 * @throws {RangeError} if there are more than `maxBytes`
 */
export function embed(source: MediaSource, options: EmbedOptions): Promise<EmbeddedResource>;
export function embed(source: ResourceContents | MediaSource, options: ContentOptions | EmbedOptions = {}) {
  OBJECT.require('The options of embed()', options);
  if ('uri' in options) return forgettable(embedMedia(source, options));
  return { type: 'resource', resource: source, ...options };
}

async function embedMedia(
  source: MediaSource,
  { uri, name, title, mimeType: declared, maxBytes = MAX_BYTES, ...rest }: EmbedOptions,
): Promise<EmbeddedResource> {
  const { bytes, mimeType: sourceType } = await readMedia(source, maxBytes);
  const type = declared ?? sourceType;
  const decoded = textOf(bytes);
  const names = { uri, ...(name !== undefined && { name }), ...(title !== undefined && { title }) };
  const resource =
    decoded === undefined
      ? { ...names, mimeType: mediaType(bytes, type, 'application/octet-stream'), blob: await base64Of(bytes) }
      : { ...names, mimeType: textType(bytes, type), text: decoded };
  return { type: 'resource', resource, ...rest };
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
