import { isDeepStrictEqual } from 'node:util';

/** Settings that only the user can change. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The change of an entry. */
type Change = 'added' | 'updated' | 'removed' | 'none';

export interface ChangedText {
  readonly text: string;
  readonly change: Change;
}

/** The keys of all transports. Those of another transport would contradict the entry. */
const OF_TRANSPORTS = ['type', 'url', 'httpUrl', 'serverUrl', 'command', 'args'];

/**
 * Adds or updates a server in settings. Other values stay, including those that a user has added to the server, such as
 * `env`.
 * @param path the keys that lead to the server
 * @throws {JsonFault}
 */
export function withServer(text: string, path: readonly string[], entry: JsonObject): ChangedText {
  const settings = settingsOf(text);
  const present = valueAt(settings, path);
  const merged = new Map(isObject(present) ? Object.entries(present) : []);
  for (const key of OF_TRANSPORTS) if (!(key in entry)) merged.delete(key);
  for (const [key, value] of Object.entries(entry)) merged.set(key, value);
  const server = Object.fromEntries(merged);
  if (isDeepStrictEqual(present, server)) return { text, change: 'none' };
  const changed = setAt(settings, path, server);
  return { text: textOf(changed, text), change: present === undefined ? 'added' : 'updated' };
}

/**
 * Removes a server from settings.
 * @throws {JsonFault}
 */
export function withoutServer(text: string, path: readonly string[]): ChangedText {
  const settings = settingsOf(text);
  if (valueAt(settings, path) === undefined) return { text, change: 'none' };
  return { text: textOf(setAt(settings, path, undefined), text), change: 'removed' };
}

/** Parses settings that can be written again without loss: without comments, repeated keys and numbers such as 1.0. */
function settingsOf(text: string): JsonObject {
  if (text.trim() === '') return {};
  let settings: unknown;
  let isWhole: boolean;
  try {
    settings = JSON.parse(text);
    isWhole = JSON.stringify(settings) === text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
  } catch (cause) {
    throw new JsonFault('the file is not plain JSON', { cause });
  }
  if (!isWhole) throw new JsonFault('rewriting the file would lose something, such as a repeated key');
  if (!isObject(settings)) throw new JsonFault('the file is not a JSON object');
  return settings;
}

function valueAt(settings: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    settings,
  );
}

/** Returns a copy with another value at a path, or without it. Creates missing objects. */
function setAt(object: JsonObject, [key = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const members = new Map(Object.entries(object));
  const inner = members.get(key) ?? {};
  if (rest.length > 0 && !isObject(inner)) throw new JsonFault(`"${key}" is not an object`);
  if (rest.length > 0) members.set(key, setAt(inner as JsonObject, rest, value));
  else if (value === undefined) members.delete(key);
  else members.set(key, value);
  return Object.fromEntries(members);
}

/** Formats settings with the indentation and the line ends of the former text. */
function textOf(settings: JsonObject, former: string): string {
  const indent = /^([ \t]+)\S/m.exec(former)?.[1] ?? '  ';
  const text = `${JSON.stringify(settings, undefined, indent)}\n`;
  return former.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
