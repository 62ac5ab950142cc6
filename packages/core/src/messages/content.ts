import type { Annotations, Resource, ResourceLink, TextContent } from '../protocol.js';
import { forgetAll, isPending } from '../pending.js';
import { Trusted, Untrusted } from './untrusted.js';

/** What every kind of content can carry besides itself. */
export interface ContentOptions {
  /** For whom it is, how important, and how old; clients may use it to decide what to show and what to send. */
  readonly annotations?: Annotations;
  /** What is nobody's business but that of your clients; left out for those before 2025-06-18. */
  readonly _meta?: { [key: string]: unknown };
}

/** What is written into a text: marked texts are written as they say of themselves. */
export type TextValue = string | number | bigint | boolean | Untrusted | Trusted;

/**
 * A text block.
 * @throws {TypeError} for what is no text, such as `undefined`
 */
export function text(value: TextValue, options: ContentOptions = {}): TextContent {
  return { type: 'text', text: toText(value), ...options };
}

/**
 * Where to read something, as a block to put into a message; clients before 2025-06-18 are told in text.
 * @throws {TypeError} for a promise
 */
export function link(resource: Resource, options: ContentOptions = {}): ResourceLink {
  if (forgetAll(resource)) throw new TypeError('A promise is no resource. Await it.');
  return { ...resource, ...options, type: 'resource_link' };
}

/** @throws {TypeError} for what only looks like a text once it is written, such as `undefined` and `[object Object]` */
export function toText(value: unknown): string {
  if (value === undefined || value === null)
    throw new TypeError(`${String(value)} is no text. Give one for it, as in value ?? '…'.`);
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`A ${typeof value} is no text. Give what it stands for.`);
  if (typeof value === 'object' && !(value instanceof Untrusted) && !(value instanceof Trusted)) throw noText(value);
  return String(value);
}

function noText(value: object): TypeError {
  forgetAll(value);
  return new TypeError(
    isPending(value)
      ? 'A promise is no text. Await it.'
      : 'An object is no text. Wrap it in untrusted(…), or write it as text yourself.',
  );
}
