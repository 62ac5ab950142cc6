import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { usage } from '../outcome/problem.js';
import type { Schema } from '@cuecard/testing/contract';
import { converted, hasType } from '../arguments/conversion.js';
import { settled } from '../arguments/settled.js';
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
  schema: Schema,
): Promise<Json> {
  const given = inputJson === undefined ? {} : await jsonGiven(session, inputJson);
  for (const word of words) {
    const { name, value } = await pairOf(session, word);
    const path = Object.hasOwn(schema.properties ?? {}, name) ? [name] : name.split('.');
    put(given, { path, value, root: schema }, schema);
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

async function pairOf(session: Session, word: string): Promise<{ readonly name: string; readonly value: string }> {
  const equals = word.indexOf('=');
  if (equals < 1) throw usage('argument-invalid', `"${word}" is no argument`, 'Write arguments as name=value');
  const value = word.slice(equals + 1);
  const isStdin = value === '-';
  return {
    name: word.slice(0, equals),
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

interface Placed {
  readonly path: readonly string[];
  readonly value: string;
  /** The schema of all arguments. */
  readonly root: Schema;
}

function put(target: Json, { path: [name = '', ...rest], value, root }: Placed, schema: Schema): void {
  if (name === '') throw usage('argument-invalid', 'A member has no name', 'Write it as address.city=Bern');
  const own = settled(schema.properties?.[name] ?? {}, root);
  const known = Object.hasOwn(target, name) ? target[name] : undefined;
  if (rest.length === 0) {
    set(
      target,
      name,
      isListed(own, known) ? added(known, value, settled(own.items ?? {}, root)) : converted(value, own),
    );
    return;
  }
  const inner = membersOf(name, known);
  set(target, name, inner);
  put(inner, { path: rest, value, root }, own);
}

/** Whether a value is one of a list. Where a text is taken, too, it is from the second on. */
function isListed(schema: Schema, known: unknown): boolean {
  return hasType(schema, 'array') && (known !== undefined || !hasType(schema, 'string'));
}

/** @throws {Problem} `argument-invalid` for a value that has no members */
function membersOf(name: string, known: unknown = {}): Json {
  if (typeof known === 'object' && known !== null && !Array.isArray(known)) return known as Json;
  throw usage('argument-invalid', `${name} is given a value, and members besides`, 'Give one or the other');
}

/** Also where the name means something to JavaScript, such as `__proto__`. */
function set(target: Json, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

/** A list with one more item, or the list that the text is. */
function added(known: unknown, value: string, items: Schema): unknown {
  const list = value.trimStart().startsWith('[') ? converted(value, { type: 'array' }) : value;
  if (Array.isArray(list)) return list;
  return [...(known === undefined ? [] : [known].flat()), converted(value, items)];
}

/** The arguments of a prompt or a template, which are texts on the wire. */
export function asTexts(given: Json): Record<string, string> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
