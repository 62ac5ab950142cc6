import { isDeepStrictEqual } from 'node:util';

/** Thrown for a text that is not changed here: its user has to. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
}

type JsonObject = Readonly<Record<string, unknown>>;

/** What became of an entry. */
type Change = 'added' | 'updated' | 'removed' | 'none';

export interface ChangedText {
  readonly text: string;
  readonly change: Change;
}

/** Of these, a client reads some, and the others would contradict them. */
const OF_TRANSPORTS = ['type', 'url', 'httpUrl', 'serverUrl', 'command', 'args'];

/**
 * Adds a server to settings, or makes it as wanted. All other values stay, also what a user has added to the server, such
 * as `env`.
 * @param path the keys that lead to the server
 * @throws {JsonFault}
 */
export function withServer(text: string, path: readonly string[], entry: JsonObject): ChangedText {
  const settings = settingsOf(text);
  const present = valueAt(settings, path);
  const wanted = new Map(isObject(present) ? Object.entries(present) : []);
  for (const key of OF_TRANSPORTS) if (!(key in entry)) wanted.delete(key);
  for (const [key, value] of Object.entries(entry)) wanted.set(key, value);
  const server = Object.fromEntries(wanted);
  if (isDeepStrictEqual(present, server)) return { text, change: 'none' };
  const changed = changedAt(settings, path, server);
  return { text: textOf(changed, text), change: present === undefined ? 'added' : 'updated' };
}

/**
 * Takes a server out of settings.
 * @throws {JsonFault}
 */
export function withoutServer(text: string, path: readonly string[]): ChangedText {
  const settings = settingsOf(text);
  if (valueAt(settings, path) === undefined) return { text, change: 'none' };
  return { text: textOf(changedAt(settings, path, undefined), text), change: 'removed' };
}

/** The settings of a text that can be written again without any loss: no comments, no key twice, no 1.0. */
function settingsOf(text: string): JsonObject {
  if (text.trim() === '') return {};
  let settings: unknown;
  let isWhole: boolean;
  try {
    settings = JSON.parse(text);
    isWhole = JSON.stringify(settings) === text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
  } catch (cause) {
    throw new JsonFault('It is not plain JSON', { cause });
  }
  if (!isWhole) throw new JsonFault('It would lose something, such as a key that occurs twice');
  if (!isObject(settings)) throw new JsonFault('The file holds no object');
  return settings;
}

function valueAt(settings: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    settings,
  );
}

/** A copy with another value at a path, or without one; the objects on the way to it are made. */
function changedAt(object: JsonObject, [key = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const members = new Map(Object.entries(object));
  const inner = members.get(key) ?? {};
  if (rest.length > 0 && !isObject(inner)) throw new JsonFault(`"${key}" is not an object`);
  if (rest.length > 0) members.set(key, changedAt(inner as JsonObject, rest, value));
  else if (value === undefined) members.delete(key);
  else members.set(key, value);
  return Object.fromEntries(members);
}

/** Settings as a text with the indentation and the line ends of another. */
function textOf(settings: JsonObject, like: string): string {
  const indent = /^([ \t]+)\S/m.exec(like)?.[1] ?? '  ';
  const text = `${JSON.stringify(settings, undefined, indent)}\n`;
  return like.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
