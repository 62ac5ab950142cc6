import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { nearest } from '@cuecard/core';
import { type Contract, resolveAlternatives, type Schema } from '@cuecard/testing/contract';
import { askField, convert, hasType, type Suggest } from '../asking/form.js';
import type { CallOptions } from '../commands.js';
import { usage } from '../outcome/problem.js';
import type { Peer } from '../peer/peer.js';
import type { Session } from '../session/session.js';

export type Json = Record<string, unknown>;

/** Returns the schema of the arguments of a contract. A template without one takes its variables as strings. */
export function argumentsOf({ arguments: schema, uriTemplate = '' }: Contract): Schema {
  if (schema !== undefined) return schema;
  const variables = [...uriTemplate.matchAll(/\{([+#./;?&]?)([^}]+)\}/g)].flatMap(([, sign = '', list = '']) =>
    list.split(',').map((each) => ({ name: each.replace(/[*:].*$/, ''), isRequired: !/[;?&]/.test(sign) })),
  );
  const properties = Object.fromEntries(variables.map(({ name }) => [name, { type: 'string' }]));
  return { properties, required: variables.filter(({ isRequired }) => isRequired).map(({ name }) => name) };
}

/**
 * Parses the arguments of a command line, and converts them to the types of a schema: `limit=3`, `tags=a tags=b`,
 * `address.city=Bern`, `code=@file.ts` for the contents of a file, and `code=-` for stdin.
 * @throws {Problem} if a word is not `name=value`, or a value is not valid JSON
 */
export async function readArguments(
  session: Session,
  words: readonly string[],
  { inputJson }: Pick<CallOptions, 'inputJson'>,
  schema: Schema,
): Promise<Json> {
  const args = inputJson === undefined ? {} : await parseInputJson(session, inputJson);
  for (const word of words) {
    const { name, value } = await parsePair(session, word);
    const path = Object.hasOwn(schema.properties ?? {}, name) ? [name] : name.split('.');
    setAt(args, { path, value, root: schema }, schema);
  }
  return args;
}

async function parseInputJson(session: Session, input: string): Promise<Json> {
  const json = input === '-' ? await stdinOf(session) : fileOr(session, input);
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Json;
  } catch {
    // The message does not repeat the input, which may contain secrets.
  }
  throw usage('json-invalid', '--input-json is not a JSON object', `Write --input-json '{"name": "value"}'`);
}

async function parsePair(session: Session, word: string): Promise<{ readonly name: string; readonly value: string }> {
  const equals = word.indexOf('=');
  if (equals < 1) throw usage('argument-invalid', `"${word}" is not an argument`, 'Write arguments as name=value');
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
      `The file ${value.slice(1)} does not exist`,
      'Correct the file name. Write @@ for a value that begins with @',
    );
  }
}

function stdinOf({ terminal }: Session): Promise<string> {
  return textOf(terminal.streams.stdin);
}

interface NamedValue {
  readonly path: readonly string[];
  readonly value: string;
  /** The schema of all arguments. */
  readonly root: Schema;
}

/** Sets a member of an object, or of the objects in it. */
function setAt(target: Json, { path: [name = '', ...rest], value, root }: NamedValue, schema: Schema): void {
  if (name === '')
    throw usage(
      'argument-invalid',
      'An argument has an empty property name',
      'Write nested properties like this: address.city=Bern',
    );
  const own = resolveAlternatives(schema.properties?.[name] ?? {}, root);
  const known = Object.hasOwn(target, name) ? target[name] : undefined;
  if (rest.length === 0) {
    const items = resolveAlternatives(own.items ?? {}, root);
    return set(target, name, isItem(own, known) ? addItem(known, value, items) : convert(value, own));
  }
  const inner = membersOf(name, known);
  set(target, name, inner);
  setAt(inner, { path: rest, value, root }, own);
}

/** Whether a value is an item of a list. If the schema also takes a string, the first value is that string. */
function isItem(schema: Schema, known: unknown): boolean {
  return hasType(schema, 'array') && (known !== undefined || !hasType(schema, 'string'));
}

/** @throws {Problem} `argument-invalid` for a value that has no members */
function membersOf(name: string, known: unknown = {}): Json {
  if (typeof known === 'object' && known !== null && !Array.isArray(known)) return known as Json;
  throw usage('argument-invalid', `${name} has both a value and properties`, 'Pass either the value or the properties');
}

/** Sets a property of any name, such as `__proto__`. */
function set(target: Json, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

/** Adds an item to a list. A value that starts with `[` is the whole list. */
function addItem(known: unknown, value: string, items: Schema): unknown {
  const list = value.trimStart().startsWith('[') ? convert(value, { type: 'array' }) : value;
  if (Array.isArray(list)) return list;
  return [...(known === undefined ? [] : [known].flat()), convert(value, items)];
}

/** Converts arguments to strings, as prompts and templates take them. */
export function asStrings(args: Json): Record<string, string> {
  const entries = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** The maximum length of a name that is close to too many others. */
const SHORT = 2;

/**
 * Rejects misspelt arguments, including those in objects, and unknown arguments of prompts and templates. A tool takes unknown
 * arguments unless its schema is closed.
 * @throws {Problem} `argument-unknown`
 */
export function refuseUnknown(contract: Contract, args: Json): void {
  const root = argumentsOf(contract);
  const closed = contract.kind === 'tool' ? {} : { additionalProperties: false };
  refuseUnknownIn({ contract, root, path: '' }, { ...closed, ...root }, args);
}

interface Parent {
  readonly contract: Contract;
  readonly root: Schema;
  readonly path: string;
}

function refuseUnknownIn(parent: Parent, unresolved: Schema, value: unknown): void {
  const schema = resolveAlternatives(unresolved, parent.root);
  if (Array.isArray(value)) for (const item of value) refuseUnknownIn(parent, schema.items ?? {}, item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) refuseUnknownMember(parent, schema, [name, member]);
}

function refuseUnknownMember(parent: Parent, schema: Schema, [name, value]: readonly [string, unknown]): void {
  const { properties = {}, additionalProperties, patternProperties } = schema;
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own !== undefined) return refuseUnknownIn({ ...parent, path: `${parent.path}${name}.` }, own, value);
  const isClosed = additionalProperties === false;
  if (patternProperties !== undefined || !(isClosed || additionalProperties === undefined)) return;
  refuseMisspelt(parent, name, { names: Object.keys(properties), isClosed });
}

interface KnownMembers {
  readonly names: readonly string[];
  readonly isClosed: boolean;
}

function refuseMisspelt({ contract, path }: Parent, name: string, { names, isClosed }: KnownMembers): void {
  const closest = isClosed || name.length > SHORT ? nearest(name, names) : undefined;
  if (closest === undefined && !isClosed) return;
  const others =
    names.length === 0
      ? 'Remove the argument'
      : `Use one of these arguments: ${names.map((each) => path + each).join(', ')}`;
  const fix = closest === undefined ? others : `Did you mean ${path}${closest}?`;
  throw usage('argument-unknown', `${contract.name} has no argument ${path}${name}`, fix);
}

interface PartialArguments {
  readonly contract: Contract;
  readonly args: Json;
}

/**
 * Asks for the required arguments that are missing, with the completions of the server.
 * @throws {Problem} `arguments-missing`, without a terminal
 */
export async function completeArguments(
  session: Session,
  peer: Peer,
  { contract, args }: PartialArguments,
): Promise<Json> {
  const schema = argumentsOf(contract);
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(args, name) || args[name] === undefined);
  if (missing.length > 0 && !session.terminal.isInteractive) {
    const fix = `Pass ${missing.map((name) => `${name}=…`).join(' ')}`;
    throw usage('arguments-missing', `${contract.name} needs ${missing.join(', ')}`, fix);
  }
  const all = { ...args };
  for (const name of missing) {
    const suggest = suggestionsFor(name, peer, { contract, args: all });
    const own = resolveAlternatives(schema.properties?.[name] ?? {}, schema);
    all[name] = await askField(session, { name, schema: own, isRequired: true, suggest });
  }
  return all;
}

function suggestionsFor(argument: string, peer: Peer, { contract, args }: PartialArguments): Suggest | undefined {
  const { kind, name, uriTemplate = name } = contract;
  if (kind === 'tool') return undefined; // The protocol does not complete the arguments of tools.
  const ref =
    kind === 'prompt' ? { type: 'ref/prompt' as const, name } : { type: 'ref/resource' as const, uri: uriTemplate };
  const context = { arguments: asStrings(args) };
  return async (typed) => {
    const { completion } = await peer.complete({ ref, argument: { name: argument, value: typed }, context });
    return completion.values;
  };
}
