import { isDeepStrictEqual } from 'node:util';
import { valueAt, withoutValue, withValue } from './json-edit.js';

/** What became of an entry. */
type Change = 'added' | 'updated' | 'removed' | 'none';

export interface ChangedText {
  readonly text: string;
  readonly change: Change;
}

/** Of these, a client reads some, and the others would contradict them. */
const OF_TRANSPORTS = ['type', 'url', 'httpUrl', 'serverUrl', 'command', 'args'];

/**
 * Adds a server to settings, or makes it as wanted. Everything else stays as it is, also what a user has added to the
 * server, such as `env`.
 * @param path the keys that lead to the server
 * @throws {JsonFault}
 */
export function withServer(
  text: string,
  path: readonly string[],
  entry: Readonly<Record<string, unknown>>,
): ChangedText {
  const present = valueAt(text, path);
  if (typeof present !== 'object' || present === null || Array.isArray(present))
    return { text: withValue(text, path, entry), change: present === undefined ? 'added' : 'updated' };
  const value: Readonly<Record<string, unknown>> = { ...present };
  const wrong = Object.keys(entry).filter((key) => !isDeepStrictEqual(value[key], entry[key]));
  const surplus = OF_TRANSPORTS.filter((key) => key in value && !(key in entry));
  let changed = text;
  for (const key of wrong) changed = withValue(changed, [...path, key], entry[key]);
  for (const key of surplus) changed = withoutValue(changed, [...path, key]);
  return { text: changed, change: wrong.length + surplus.length === 0 ? 'none' : 'updated' };
}

/**
 * Takes a server out of settings.
 * @throws {JsonFault}
 */
export function withoutServer(text: string, path: readonly string[]): ChangedText {
  if (valueAt(text, path) === undefined) return { text, change: 'none' };
  return { text: withoutValue(text, path), change: 'removed' };
}
