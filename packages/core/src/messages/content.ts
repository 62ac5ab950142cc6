import type { Annotations, Resource, ResourceLink, TextContent } from '../protocol.js';
import { forgetAll, isPending } from '../pending.js';
import { Trusted, Untrusted } from './untrusted.js';

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
  if (forgetAll(resource)) throw new TypeError('A promise is not a resource. Await it.');
  return { ...resource, ...options, type: 'resource_link' };
}

/** @throws {TypeError} if the value has no useful text, such as `undefined` or a plain object */
export function toText(value: unknown): string {
  if (value === undefined || value === null)
    throw new TypeError(`${String(value)} is not text. Give text in its place, as in value ?? '…'.`);
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`A ${typeof value} is not text. Give the text that it stands for.`);
  if (typeof value === 'object' && !(value instanceof Untrusted) && !(value instanceof Trusted))
    throw invalidTextError(value);
  return String(value);
}

function invalidTextError(value: object): TypeError {
  forgetAll(value);
  return new TypeError(
    isPending(value)
      ? 'A promise is not text. Await it.'
      : 'An object is not text. Wrap it in untrusted(…), or convert it to text yourself.',
  );
}
