import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { nearest } from '@cuecard/core';
import { type Contract, resolveAlternatives, type Schema } from '@cuecard/testing/contract';
import { askField, converted, hasType, type Suggest } from '../asking/form.js';
import type { CallOptions } from '../commands.js';
import { usage } from '../outcome/problem.js';
import type { Peer } from '../peer/peer.js';
import type { Session } from '../session/session.js';

export type Json = Record<string, unknown>;

/** The schema of the arguments of a contract; of a template without one, that of its variables. */
export function argumentsOf({ arguments: schema, uriTemplate = '' }: Contract): Schema {
  if (schema !== undefined) return schema;
  const variables = [...uriTemplate.matchAll(/\{([+#./;?&]?)([^}]+)\}/g)].flatMap(([, sign = '', list = '']) =>
    list.split(',').map((each) => ({ name: each.replace(/[*:].*$/, ''), isRequired: !/[;?&]/.test(sign) })),
  );
  const properties = Object.fromEntries(variables.map(({ name }) => [name, { type: 'string' }]));
  return { properties, required: variables.filter(({ isRequired }) => isRequired).map(({ name }) => name) };
}

/**
 * The arguments of a command line, converted as a schema has them: `limit=3`, `tags=a tags=b`, `address.city=Bern`,
 * `code=@file.ts` for what is in a file, and `code=-` for what comes on stdin.
 * @throws {Problem} if a word is not `name=value`, or a value is not valid JSON
 */
export async function readArguments(
  session: Session,
  words: readonly string[],
  { inputJson }: Pick<CallOptions, 'inputJson'>,
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
  const own = resolveAlternatives(schema.properties?.[name] ?? {}, root);
  const known = Object.hasOwn(target, name) ? target[name] : undefined;
  if (rest.length === 0) {
    set(
      target,
      name,
      isListed(own, known) ? added(known, value, resolveAlternatives(own.items ?? {}, root)) : converted(value, own),
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

/** A name as short as this is near to every other one. */
const SHORT = 2;

/**
 * Rejects misspelt arguments, also within objects, and those that a prompt or a template does not have. The arguments of a
 * tool are open unless its schema is closed.
 * @throws {Problem} `argument-unknown`
 */
export function refuseUnknown(contract: Contract, given: Json): void {
  const root = argumentsOf(contract);
  const closed = contract.kind === 'tool' ? {} : { additionalProperties: false };
  refuseUnknownIn({ contract, root, path: '' }, { ...closed, ...root }, given);
}

interface Place {
  readonly contract: Contract;
  readonly root: Schema;
  readonly path: string;
}

function refuseUnknownIn(place: Place, given: Schema, value: unknown): void {
  const schema = resolveAlternatives(given, place.root);
  if (Array.isArray(value)) for (const item of value) refuseUnknownIn(place, schema.items ?? {}, item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) refuseUnknownMember(place, schema, [name, member]);
}

function refuseUnknownMember(place: Place, schema: Schema, [name, value]: readonly [string, unknown]): void {
  const { properties = {}, additionalProperties, patternProperties } = schema;
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own !== undefined) return refuseUnknownIn({ ...place, path: `${place.path}${name}.` }, own, value);
  const isClosed = additionalProperties === false;
  if (patternProperties !== undefined || !(isClosed || additionalProperties === undefined)) return;
  refuseMisspelt(place, name, { names: Object.keys(properties), isClosed });
}

interface Known {
  readonly names: readonly string[];
  readonly isClosed: boolean;
}

function refuseMisspelt({ contract, path }: Place, name: string, { names, isClosed }: Known): void {
  const meant = isClosed || name.length > SHORT ? nearest(name, names) : undefined;
  if (meant === undefined && !isClosed) return;
  const others = names.length === 0 ? 'Leave it out' : `Give ${names.map((each) => path + each).join(', ')}`;
  const fix = meant === undefined ? others : `Did you mean ${path}${meant}?`;
  throw usage('argument-unknown', `${contract.name} has no argument ${path}${name}`, fix);
}

interface Incomplete {
  readonly contract: Contract;
  readonly given: Json;
}

/**
 * Asks for the required arguments that are missing, with the completions of the server.
 * @throws {Problem} `arguments-missing`, without a terminal
 */
export async function completeArguments(session: Session, peer: Peer, { contract, given }: Incomplete): Promise<Json> {
  const schema = argumentsOf(contract);
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(given, name) || given[name] === undefined);
  if (missing.length > 0 && !session.terminal.isInteractive) {
    const fix = `Give ${missing.map((name) => `${name}=…`).join(' ')}`;
    throw usage('arguments-missing', `${contract.name} needs ${missing.join(', ')}`, fix);
  }
  const all = { ...given };
  for (const name of missing) {
    const suggest = suggestionsFor(name, peer, { contract, given: all });
    const own = resolveAlternatives(schema.properties?.[name] ?? {}, schema);
    all[name] = await askField(session, { name, schema: own, isRequired: true, suggest });
  }
  return all;
}

function suggestionsFor(argument: string, peer: Peer, { contract, given }: Incomplete): Suggest | undefined {
  const { kind, name, uriTemplate = name } = contract;
  if (kind === 'tool') return undefined; // The protocol does not complete the arguments of tools.
  const ref =
    kind === 'prompt' ? { type: 'ref/prompt' as const, name } : { type: 'ref/resource' as const, uri: uriTemplate };
  const context = { arguments: asTexts(given) };
  return async (typed) => {
    const { completion } = await peer.complete({ ref, argument: { name: argument, value: typed }, context });
    return completion.values;
  };
}
