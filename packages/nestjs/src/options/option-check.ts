import { isRegistryEntry, type OptionKinds, validateOptions, PLAIN_OBJECT } from '@cuecard/core';
import { IDENTITY } from '@cuecard/server/internal';
import {
  type CuecardModuleAsyncOptions,
  type CuecardModuleOptions,
  type CuecardEndpointOptions,
  DEFAULT_SERVER,
} from './options.js';

/** A test of an option's value, and the description of a valid value in messages. */
interface Kind {
  readonly expected: string;
  is(value: unknown): boolean;
}

type Values = Readonly<Record<string, unknown>>;

const isFunction = (value: unknown) => typeof value === 'function';
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const isModule = (value: unknown) => isFunction(value) && !isRegistryEntry(value);

const FUNCTION: Kind = { expected: 'a function', is: isFunction };

const LISTING: Kind = {
  expected: 'guard classes, such as { guards: [RolesGuard], once: [TokenGuard] }',
  is: (value) => {
    const { guards = [], once = [], ...others } = Object(value) as Values;
    const hasOnlyGuards = Object.values(others).every((other) => other === undefined);
    const areClasses = (list: unknown) => Array.isArray(list) && list.every(isFunction);
    return PLAIN_OBJECT.is(value) && areClasses(guards) && areClasses(once) && hasOnlyGuards;
  },
};

const PLACE: Readonly<Record<keyof CuecardEndpointOptions, Kind>> = {
  server: { expected: 'a non-empty string', is: (value) => typeof value === 'string' && value !== '' },
  include: { expected: 'an array of module classes', is: (value) => Array.isArray(value) && value.every(isModule) },
  path: { expected: 'a path, or false', is: (value) => value === false || typeof value === 'string' },
  route: PLAIN_OBJECT,
};

const ROUTE: OptionKinds<NonNullable<CuecardEndpointOptions['route']>> = { version: true, host: true };

/** The options of `forRootAsync` that name a way to create the server's options. */
const WAYS = { useFactory: true, useClass: true, useExisting: true } as const;

/** The options of `forRootAsync`. Without this check it would ignore any other option, such as `bearer`. */
const ASYNC: OptionKinds<CuecardModuleAsyncOptions> = { ...PLACE, imports: true, inject: true, ...WAYS };

const OPTIONAL: Readonly<Record<string, Kind>> = {
  identity: FUNCTION,
  prepare: FUNCTION,
  http: PLAIN_OBJECT,
  bearer: PLAIN_OBJECT,
  listing: LISTING,
};

/** The options that have no effect in this module, each with a remedy. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  prompts: 'list the classes as providers of a module, or in CuecardModule.forFeature([…])',
  tools: 'list the classes as providers of a module, or in CuecardModule.forFeature([…])',
  resolver: 'remove it, because Nest constructs the classes',
  adapter: 'remove it, because Cuecard needs no adapter',
};

/** The handler options that `http` does not have, each with a remedy. */
const NEXT_TO_HTTP: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...Object.keys(IDENTITY), 'bearer'].map((name) => [name, 'move it out of `http`, into the options of the server']),
  ),
  authenticate: 'use the option `identity` of the server instead; it returns the caller that the guards have accepted',
};

/** @throws {TypeError} if the name, modules, path or route of a server is invalid */
export function checkPlace(method: string, options: CuecardEndpointOptions | CuecardModuleAsyncOptions): void {
  if (!isObject(options))
    throw new TypeError(`CuecardModule.${method}() got no options: pass { name, version }, or a useFactory`);
  checkAll(`CuecardModule.${method}()`, options, PLACE);
  if (options.route !== undefined) validateOptions('CuecardModule: `route`', options.route, ROUTE);
  if (method !== 'forRootAsync') return;
  const known = validateOptions('CuecardModule.forRootAsync()', options as CuecardModuleAsyncOptions, ASYNC);
  const chosenNames = Object.keys(WAYS).filter((name) => known[name as keyof typeof WAYS] !== undefined);
  if (chosenNames.length > 1)
    throw new TypeError(`CuecardModule.forRootAsync() has ${chosenNames.join(' and ')}: pass only one of them`);
  if (chosenNames.length === 0 || (chosenNames[0] === 'useFactory' && !isFunction(known.useFactory)))
    throw new TypeError(
      'CuecardModule.forRootAsync() needs useFactory, useClass or useExisting: pass one of them, such as a useFactory function that returns the options',
    );
}

/** @throws {TypeError} if options of a server are missing, invalid or without effect in this module */
export function checkOptions(
  { server = DEFAULT_SERVER }: CuecardEndpointOptions,
  options: CuecardModuleOptions,
  isAsync: boolean,
): void {
  const where = `The Cuecard server "${server}"`;
  if (!isObject(options))
    throw new TypeError(`${where} got no options from its useFactory: return { name, version, … }`);
  checkAll(where, options, OPTIONAL);
  checkHttp(where, options.http as Values | undefined);
  const names = Object.keys(isAsync ? { ...WITHOUT_EFFECT, ...PLACE } : WITHOUT_EFFECT);
  const misplaced = names.find((name) => (options as unknown as Values)[name] !== undefined);
  if (misplaced === undefined) return;
  const remedy =
    WITHOUT_EFFECT[misplaced] ?? 'write it next to useFactory, because Nest needs it before the factory runs';
  throw new TypeError(`${where} got the option "${misplaced}", which has no effect here: ${remedy}`);
}

/** @throws {TypeError} if the entries of a feature are not an array, or one is undefined */
export function checkEntries(entries: unknown): void {
  if (!Array.isArray(entries))
    throw new TypeError(
      'CuecardModule.forFeature() takes an array: write forFeature([…]) with classes, packs and mounts',
    );
  const missing = entries.findIndex((each) => !isFunction(each) && !isObject(each));
  if (missing === -1) return;
  const problem = `Entry ${missing} of CuecardModule.forFeature() is ${String(entries[missing])}`;
  throw new TypeError(`${problem}: pass a class, pack or mount. A circular import can cause this`);
}

function checkHttp(where: string, http: Values = {}): void {
  const misplaced = Object.keys(NEXT_TO_HTTP).find((name) => http[name] !== undefined);
  if (misplaced === undefined) return;
  throw new TypeError(`${where} got the option "${misplaced}" in \`http\`: ${NEXT_TO_HTTP[misplaced]}`);
}

function checkAll(where: string, options: object, kinds: Readonly<Record<string, Kind>>): void {
  if (!PLAIN_OBJECT.is(options))
    throw new TypeError(`${where} has options that are inherited or not enumerable: pass ${PLAIN_OBJECT.expected}`);
  for (const [name, { expected, is }] of Object.entries(kinds)) {
    const value = (options as Values)[name];
    if (value !== undefined && !is(value))
      throw new TypeError(`${where} has an invalid option "${name}": pass ${expected}`);
  }
}
