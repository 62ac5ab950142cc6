import { missingNameDefect } from './definition-options.js';
import { Arg } from '../arguments/arg.js';
import { releaseClass } from '../arguments/transformations.js';
import { defect, type Defect, DefinitionError, type DefinitionFault, locate } from '../definition-error.js';
import { OBJECT, PLAIN_OBJECT } from '../text/option-kinds.js';
import { ENTRY_RECORDS } from '../metadata/metadata.js';
import { compileClassHandler } from './compiled-definition.js';
import type { Definition, DataArg, DefinitionData } from './definition.js';
import type { ClassKind } from './kind.js';
import { describeNames } from './naming.js';

type Member = readonly [name: string, value: unknown];

/**
 * Compiles a definition built from data, as if the data were a decorated class.
 * @throws {DefinitionError} with every fault of the definition
 * @throws {TypeError} if `data` is not a plain object
 */
export function defineData(kind: ClassKind, data: DefinitionData): Definition {
  const subject = `The argument of define${kind.decorator}()`;
  OBJECT.require(subject, data);
  PLAIN_OBJECT.require(subject, data);
  const { args: declaredArgs = [], ...rest } = data;
  const members = Object.entries(rest).filter(([, value]) => value !== undefined);
  const isMethod = ([member]: Member) => member === kind.handlerMethod || kind.optionalMethods?.includes(member);
  const isNamed = typeof data.name === 'string';
  const name = isNamed ? data.name : `define${kind.decorator}(…)`;
  const faults: DefinitionFault[] = [];
  const remedy = `Give define${kind.decorator}() a name of ${describeNames(kind)}`;
  if (!isNamed) faults.push({ ...locate(name), ...missingNameDefect(remedy) });
  const args = distinctArgs(name, declaredArgs, faults);
  const DataArguments = renameClass(name, createArgumentsClass(args));
  const DataHandler = renameClass(name, createHandlerClass(members.filter(isMethod)));
  const options = {
    ...Object.fromEntries(members.filter((member) => !isMethod(member))),
    ...(!isNamed && { name: 'nameless' }), // A placeholder for the missing name, which is reported above.
    ...(args.length > 0 && { args: DataArguments }),
  };
  try {
    const definition = compileClassHandler(DataHandler, { kind, options }, faults);
    if (faults.length > 0) throw new DefinitionError(faults);
    ENTRY_RECORDS.write(definition, true);
    return definition;
  } finally {
    releaseClass(DataArguments);
  }
}

/** Gives a generated class the name of its definition, because faults contain the class name. */
function renameClass<Type extends Function>(name: string, type: Type): Type {
  return Object.defineProperty(type, 'name', { value: name });
}

/** Creates a handler class with the data's functions as its methods. */
function createHandlerClass(methods: readonly Member[]): new () => object {
  class DataHandler {}
  Object.assign(DataHandler.prototype, Object.fromEntries(methods));
  return DataHandler;
}

function createArgumentsClass(args: readonly DataArg[]): new () => object {
  const initial = args.filter((arg) => arg.default !== undefined);
  // oxlint-disable-next-line no-extraneous-class -- its properties are set below
  class DataArguments {
    constructor() {
      // Copies the default for each instance, because instances must not share objects.
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

/** Copies a default value deeply. Objects inside it keep their classes. */
function copyDefault(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyDefault);
  if (Object.prototype.toString.call(value) !== '[object Object]') return structuredClone(value);
  const members = Object.entries(value as object).map(([name, member]) => [name, copyDefault(member)] as const);
  return Object.setPrototypeOf(Object.fromEntries(members), Object.getPrototypeOf(value));
}

/** Returns the first argument of each name. Adds faults for duplicate names and invalid rules. */
function distinctArgs(definition: string, args: readonly DataArg[], faults: DefinitionFault[]): readonly DataArg[] {
  const report = (property: string | undefined, found: Defect) =>
    faults.push({ ...locate(definition, property), ...found });
  if (!Array.isArray(args)) {
    report(undefined, ARGS_NOT_ARRAY);
    return [];
  }
  for (const [index, arg] of args.entries())
    if (!hasName(arg)) report(`args[${index}]`, missingNameDefect('Add a `name`'));
  const distinct = new Map<string, DataArg>();
  for (const arg of args.filter(hasName)) {
    if (distinct.has(arg.name)) report(arg.name, DUPLICATE_ARG);
    else distinct.set(arg.name, arg);
  }
  for (const { name, rules } of distinct.values()) if (rulesOf(rules) === undefined) report(name, INVALID_RULES);
  return [...distinct.values()];
}

const ARGS_NOT_ARRAY = defect(
  'args-invalid',
  'has `args` that is not an array',
  'Use an array of objects, such as { name: "code" }',
);

const DUPLICATE_ARG = defect('listed-twice', 'is listed twice', 'List it once');

const INVALID_RULES = defect(
  'rule-invalid',
  'has `rules` that are not decorators',
  'Use an array of decorators of class-validator, such as [IsInt()]',
);

function hasName(arg: unknown): arg is DataArg {
  const { name }: { readonly name?: unknown } = Object(arg);
  return typeof name === 'string' && name !== '';
}

function rulesOf(rules: unknown = []): readonly PropertyDecorator[] | undefined {
  return Array.isArray(rules) && rules.every((rule) => typeof rule === 'function') ? rules : undefined;
}
