import { Arg } from '../arguments/arg.js';
import { forgetClass } from '../arguments/transformations.js';
import { type Defect, DefinitionError, type DefinitionFault, faultAt } from '../definition-error.js';
import { OBJECT, PLAIN_OBJECT } from '../text/option-kinds.js';
import { ENTRY_RECORDS } from '../metadata/metadata.js';
import { compileClassHandler } from './compiled-definition.js';
import type { Definition, DataArg, DefinitionData } from './definition.js';
import { noName } from './definition-faults.js';
import type { ClassKind } from './kind.js';
import { nameRule } from './naming.js';

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
  const isNamed = typeof data.name === 'string';
  const name = isNamed ? data.name : `A ${kind.name} from data`;
  const faults = handlerFaults(kind, name, { isNamed, handler: methods[kind.handlerMethod] });
  const args = distinctArgs(name, given, faults);
  const DataArguments = setName(name, argumentsClass(args));
  const DataHandler = setName(name, handlerClass(kind, methods));
  const declared = {
    ...options,
    ...(!isNamed && { name: 'nameless' }), // The missing name is already a fault.
    ...(args.length > 0 && { args: DataArguments }),
  };
  try {
    const definition = compileClassHandler(DataHandler, { kind, options: declared }, faults);
    if (faults.length > 0) throw new DefinitionError(faults);
    ENTRY_RECORDS.write(definition, true);
    return definition;
  } finally {
    forgetClass(DataArguments);
  }
}

/** Names a generated class like its definition, because faults contain the name of the class. */
function setName<Type extends Function>(name: string, type: Type): Type {
  return Object.defineProperty(type, 'name', { value: name });
}

interface HandlerAndOptions {
  readonly methods: Members;
  readonly options: Members;
}

/** Splits the data into methods of the handler and options of the decorator. */
function splitData(kind: ClassKind, data: object): HandlerAndOptions {
  const names = [kind.handlerMethod, ...(kind.optionalMethods ?? [])];
  const isMethod = ([name]: [string, unknown]) => names.includes(name);
  const defined = Object.entries(data).filter(([, value]) => value !== undefined);
  const options = defined.filter((entry) => !isMethod(entry));
  return { methods: Object.fromEntries(defined.filter(isMethod)), options: Object.fromEntries(options) };
}

function handlerClass({ handlerMethod }: ClassKind, methods: Members): new () => object {
  class DataHandler {}
  // Anything but a function is already a fault.
  const handler = typeof methods[handlerMethod] === 'function' ? methods[handlerMethod] : () => {};
  Object.assign(DataHandler.prototype, methods, { [handlerMethod]: handler });
  return DataHandler;
}

function argumentsClass(args: readonly DataArg[]): new () => object {
  const initial = args.filter((arg) => arg.default !== undefined);
  // oxlint-disable-next-line no-extraneous-class -- its properties are set below
  class DataArguments {
    constructor() {
      // A copy each time, like the initialiser of a property.
      for (const { name, default: value } of initial) Object.assign(this, { [name]: copyDefault(value) });
    }
  }
  for (const { name, rules, default: value, ...options } of args) {
    const isText = value === undefined && options.items === undefined;
    Arg({ ...(isText && { type: String }), ...options })(DataArguments.prototype, name);
    for (const rule of rulesOf(rules) ?? []) rule(DataArguments.prototype, name);
  }
  return DataArguments;
}

/** Copies a default value. Objects in it keep their classes. */
function copyDefault(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyDefault);
  if (Object.prototype.toString.call(value) !== '[object Object]') return structuredClone(value);
  const members = Object.entries(value as object).map(([name, member]) => [name, copyDefault(member)] as const);
  return Object.setPrototypeOf(Object.fromEntries(members), Object.getPrototypeOf(value));
}

// The faults that only data can have: the compiler has not checked a table or a file.

function handlerFaults(
  kind: ClassKind,
  name: string,
  { isNamed, handler }: { readonly isNamed: boolean; readonly handler: unknown },
): DefinitionFault[] {
  const { handlerMethod: method, decorator } = kind;
  const faults: DefinitionFault[] = [];
  if (!isNamed) faults.push({ ...faultAt(name), ...noName(`Give define${decorator}() a name of ${nameRule(kind)}`) });
  if (typeof handler !== 'function') {
    const remedy = `Add a function ${method}(args, context) that returns the answer`;
    faults.push({ ...faultAt(name), id: 'method-missing', problem: `has no \`${method}\``, remedy });
  }
  return faults;
}

/** The first argument of each name. Adds faults for duplicate names and invalid rules. */
function distinctArgs(definition: string, args: readonly DataArg[], faults: DefinitionFault[]): readonly DataArg[] {
  const add = (property: string | undefined, defect: Defect) =>
    faults.push({ ...faultAt(definition, property), ...defect });
  if (!Array.isArray(args)) {
    add(undefined, ARGS_NOT_ARRAY);
    return [];
  }
  for (const [index, arg] of args.entries()) if (!isNamedArg(arg)) add(`args[${index}]`, noName('Give it a `name`'));
  const distinct = new Map<string, DataArg>();
  for (const arg of args.filter(isNamedArg)) {
    if (distinct.has(arg.name)) add(arg.name, DUPLICATE);
    else distinct.set(arg.name, arg);
  }
  for (const { name, rules } of distinct.values()) if (rulesOf(rules) === undefined) add(name, INVALID_RULES);
  return [...distinct.values()];
}

const ARGS_NOT_ARRAY: Defect = {
  id: 'args-invalid',
  problem: 'has `args` that is not an array',
  remedy: 'Give an array of { name, … }',
};

const DUPLICATE: Defect = { id: 'listed-twice', problem: 'is listed twice', remedy: 'List it once' };

const INVALID_RULES: Defect = {
  id: 'rule-invalid',
  problem: 'has `rules` that are not decorators',
  remedy: "Give an array of class-validator's decorators, such as IsInt()",
};

function isNamedArg(arg: unknown): arg is DataArg {
  const { name }: { readonly name?: unknown } = Object(arg);
  return typeof name === 'string' && name !== '';
}

/** The decorators of an argument's rules; `undefined` if they are something else. */
function rulesOf(rules: unknown = []): readonly PropertyDecorator[] | undefined {
  return Array.isArray(rules) && rules.every((rule) => typeof rule === 'function') ? rules : undefined;
}
