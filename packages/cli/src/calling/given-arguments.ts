import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { usage } from '../outcome/usage.js';
import { converted, hasType } from '../arguments/conversion.js';
import type { ArgumentSchema } from '../arguments/argument-schema.js';
import type { GivenOptions } from './call-options.js';
import type { Session } from '../session/session.js';

type Json = Record<string, unknown>;

/**
 * The arguments of a command line, converted as a schema has them: `limit=3`, `tags=a tags=b`, `address.city=Bern`,
 * `code=@file.ts` for what is in a file, and `code=-` for what comes on stdin.
 * @throws {Problem} for words that are no arguments, and JSON that is none
 */
export async function givenArguments(
  session: Session,
  words: readonly string[],
  { inputJson }: GivenOptions,
  schema: ArgumentSchema,
): Promise<Json> {
  const given = inputJson === undefined ? {} : await jsonGiven(session, inputJson);
  for (const word of words) {
    const { path, value } = await pairOf(session, word);
    put(given, path, value, schema);
  }
  return given;
}

async function jsonGiven(session: Session, given: string): Promise<Json> {
  const json = given === '-' ? await stdinOf(session) : fileOr(session, given);
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Json;
  } catch {
    // It may hold what must not be repeated.
  }
  throw usage(
    'json-invalid',
    'What --input-json was given is not a JSON object',
    `Write --input-json '{"name": "value"}'`,
  );
}

async function pairOf(session: Session, word: string): Promise<{ path: readonly string[]; value: string }> {
  const equals = word.indexOf('=');
  if (equals < 1) throw usage('argument-invalid', `"${word}" is no argument`, 'Write arguments as name=value');
  const value = word.slice(equals + 1);
  const isStdin = value === '-';
  return {
    path: word.slice(0, equals).split('.'),
    value: isStdin ? await stdinOf(session) : fileOr(session, value),
  };
}

function fileOr({ folder }: Session, value: string): string {
  if (!value.startsWith('@')) return value;
  if (value.startsWith('@@')) return value.slice(1);
  try {
    return readFileSync(resolve(folder, value.slice(1)), 'utf8');
  } catch {
    throw usage(
      'file-missing',
      `There is no file ${value.slice(1)}`,
      'Correct its name; a value that begins with @ is written @@',
    );
  }
}

function stdinOf({ terminal }: Session): Promise<string> {
  return textOf(terminal.streams.stdin);
}

function put(target: Json, [name = '', ...rest]: readonly string[], value: string, schema: ArgumentSchema): void {
  const own = schema.properties?.[name] ?? {};
  if (rest.length > 0) put((target[name] ??= {}) as Json, rest, value, own);
  else target[name] = hasType(own, 'array') ? added(target[name], value, own) : converted(value, own);
}

/** A list with one more item, or the list that the text is. */
function added(known: unknown, value: string, schema: ArgumentSchema): unknown {
  const isList = value.trimStart().startsWith('[');
  if (isList) return converted(value, schema);
  return [...(Array.isArray(known) ? (known as unknown[]) : []), converted(value, schema.items ?? {})];
}

/** The arguments of a prompt or a template, which are texts on the wire. */
export function asTexts(given: Json): Record<string, string> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
