import type { JsonExtent } from './json-extent.js';

/** The memory of a parsed value beyond its characters, such as of a member of a large object. */
const VALUE_BYTES = 64;

/** The further memory of an object: one whose names no other object has takes its own hidden class or table. */
const OBJECT_BYTES = 128;

/** The memory of an open stream of a client, even of one that waits for the answer to a question. */
export const STREAM_BYTES = 16_384;

/** The memory of a subscription to a resource. Its URI may be part of two pending notifications. */
export function subscriptionBytes(uri: string): number {
  return 4_096 + 4 * uri.length;
}

/** The memory that JSON of this extent takes once parsed, in bytes, without its characters. */
export function weightOfExtent({ values, objects }: Pick<JsonExtent, 'values' | 'objects'>): number {
  return values * VALUE_BYTES + objects * OBJECT_BYTES;
}

/**
 * The memory that a parsed message takes, in bytes. It may be of any depth: it is counted before it is checked.
 * @param characterBytes the size of a character of strings and names: 0 if they are counted elsewhere
 */
export function weightOf(message: unknown, characterBytes: 0 | 2): number {
  let weight = 0;
  const open = [message];
  while (open.length > 0) {
    const value = open.pop();
    weight += VALUE_BYTES;
    if (typeof value === 'string') weight += value.length * characterBytes;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) for (let at = 0; at < value.length; at += 1) open.push(value[at]);
    else weight += OBJECT_BYTES + addMembers(value as Readonly<Record<string, unknown>>, open) * characterBytes;
  }
  return weight;
}

/** Adds the values of an object; returns the number of characters in its names. */
function addMembers(value: Readonly<Record<string, unknown>>, open: unknown[]): number {
  let characters = 0;
  for (const name in value) {
    open.push(value[name]);
    characters += name.length;
  }
  return characters;
}
