import { Arg } from '../arguments/arg.js';
import { forgetClass } from '../arguments/transformations.js';
import { DefinitionError } from '../definition-error.js';
import { OBJECT, PLAIN_OBJECT } from '../text/option-kinds.js';
import { ENTRY_RECORDS } from '../metadata/metadata.js';
import { compileWhole } from './compiled-definition.js';
import { dataFaultsOf, isRules, nameInFaults, soundArgs } from './data-faults.js';
import type { Definition, DataArg, DefinitionData } from './definition.js';
import type { ClassKind } from './kind.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Compiles a definition from data like a class.
 * @throws {DefinitionError} with every fault of the definition
 * @throws {TypeError} if it is not a plain object
 */
export function defineData(kind: ClassKind, data: DefinitionData): Definition {
  const subject = `The ${kind.name} of define${kind.decorator}()`;
  OBJECT.require(subject, data);
  PLAIN_OBJECT.require(subject, data);
  const { args: given = [], ...rest } = data;
  const { methods, options } = splitData(kind, rest);
  const faults = dataFaultsOf(kind, data, methods[kind.handlerMethod]);
  const args = soundArgs(given);
  const name = nameInFaults(kind, data.name);
  const DataArguments = setName(name, argumentsClass(args));
  const DataHandler = setName(name, handlerClass(kind, methods));
  const isNamed = typeof data.name === 'string';
  const declared = {
    ...options,
    ...(!isNamed && { name: 'nameless' }), // The missing name is already a fault.
    ...(args.length > 0 && { args: DataArguments }),
  };
  try {
    const definition = compileWhole(DataHandler, { kind, options: declared }, faults);
    if (faults.length > 0) throw new DefinitionError(faults);
    ENTRY_RECORDS.write(definition, true);
    return definition;
  } finally {
    forgetClass(DataArguments);
  }
}

/** Faults name the class that they are in, which here is the definition. */
function setName<Type extends Function>(name: string, type: Type): Type {
  return Object.defineProperty(type, 'name', { value: name });
}

interface HandlerAndOptions {
  readonly methods: Members;
  readonly options: Members;
}

/** Splits the data into methods of the handler and options of the decorator. */
function splitData(kind: ClassKind, data: object): HandlerAndOptions {
  const names = [kind.handlerMethod, ...(kind.furtherMethods ?? [])];
  const isMethod = ([name]: [string, unknown]) => names.includes(name);
  const defined = Object.entries(data).filter(([, value]) => value !== undefined);
  const options = defined.filter((entry) => !isMethod(entry));
  return { methods: Object.fromEntries(defined.filter(isMethod)), options: Object.fromEntries(options) };
}

function handlerClass({ handlerMethod }: ClassKind, methods: Members): new () => object {
  class DataHandler {}
  // Anything but a function is already a fault.
  const answer = typeof methods[handlerMethod] === 'function' ? methods[handlerMethod] : () => {};
  Object.assign(DataHandler.prototype, methods, { [handlerMethod]: answer });
  return DataHandler;
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
  return Object.setPrototypeOf(Object.fromEntries(members), Object.getPrototypeOf(value));
}
