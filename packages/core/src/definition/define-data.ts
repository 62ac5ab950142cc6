import { Arg } from '../arguments/arg.js';
import { forgetClass } from '../arguments/forget-class.js';
import { DefinitionError } from '../definition-error.js';
import { OBJECT } from '../text/option-kinds.js';
import { compileClass } from './compiled-definition.js';
import type { DataArg } from './data-arg.js';
import type { DataKind } from './data-kind.js';
import { dataFaultsOf, isRules, nameInFaults, soundArgs } from './data-faults.js';
import type { Definition } from './definition.js';
import type { DefinitionOptions } from './definition-options.js';
import { DECLARATIONS } from './kind.js';

/** A definition from data: the options of a decorator, with arguments as data, and the methods of a handler. */
type DataOptions = Omit<DefinitionOptions, 'args'> & { readonly args?: readonly DataArg[] };

/**
 * Defines something from data. It is compiled and checked like a class. An argument without a type is a string.
 * @throws {DefinitionError} with every fault of it
 * @throws {TypeError} if it is not an object
 */
export function defineData(given: DataOptions, made: DataKind): Definition {
  const { kind, by, methods } = made;
  OBJECT.require(`The ${kind.name} of ${by}()`, given);
  const { args: givenArgs = [], ...rest } = given;
  const [handlers, options] = split(rest, [kind.handlerMethod, ...methods]);
  const faults = dataFaultsOf({ name: given.name, args: givenArgs, handler: handlers[kind.handlerMethod] }, made);
  const args = soundArgs(givenArgs);
  const name = nameInFaults(given.name, made);
  const DataArguments = named(name, argumentsClass(args));
  const DataHandler = named(name, class {});
  // A missing method is already a fault.
  const answer = typeof handlers[kind.handlerMethod] === 'function' ? handlers[kind.handlerMethod] : () => undefined;
  Object.assign(DataHandler.prototype, { ...handlers, [kind.handlerMethod]: answer });
  const isNamed = typeof given.name === 'string';
  const declared = {
    ...options,
    ...(!isNamed && { name: 'nameless' }), // The missing name is already a fault.
    ...(args.length > 0 && { args: DataArguments }),
  };
  DECLARATIONS.write(DataHandler, { kind, options: declared });
  try {
    const definition = compileClass(DataHandler, faults);
    if (definition === undefined || faults.length > 0) throw new DefinitionError(faults);
    return definition;
  } finally {
    forgetClass(DataArguments);
  }
}

/** The members of these names, and the others. */
function split<Given extends object>(given: Given, names: readonly string[]): [Record<string, unknown>, Given] {
  const entries = Object.entries(given) as [string, unknown][];
  const [own, others] = [true, false].map((isOwn) =>
    Object.fromEntries(entries.filter(([name, value]) => names.includes(name) === isOwn && value !== undefined)),
  ) as [Record<string, unknown>, Given];
  return [own, others];
}

/** Faults name the class that they are in, which here is the prompt. */
function named<Type extends Function>(name: string, type: Type): Type {
  return Object.defineProperty(type, 'name', { value: name });
}

function argumentsClass(args: readonly DataArg[]): new () => object {
  const initial = args.filter((arg) => arg.default !== undefined);
  // oxlint-disable-next-line no-extraneous-class -- its properties are set below
  class DataArguments {
    constructor() {
      // A copy each time, like the initialiser of a property.
      for (const { name, default: value } of initial) Object.assign(this, { [name]: copyOf(value) });
    }
  }
  for (const { name, rules = [], default: value, ...options } of args) {
    const isText = value === undefined && options.items === undefined;
    Arg({ ...(isText && { type: String }), ...options })(DataArguments.prototype, name);
    for (const rule of isRules(rules) ? rules : []) rule(DataArguments.prototype, name);
  }
  return DataArguments;
}

/** A copy of a default whose objects stay of their classes. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (Object.prototype.toString.call(value) !== '[object Object]') return structuredClone(value);
  const members = Object.entries(value as object).map(([name, member]) => [name, copyOf(member)] as const);
  return Object.setPrototypeOf(Object.fromEntries(members), Object.getPrototypeOf(value) as object | null);
}
