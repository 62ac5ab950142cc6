import { DefinitionError } from '../definition-error.js';
import { Arg } from '../arguments/arg.js';
import type { DataArg, DataPrompt } from './data-prompt.js';
import { dataFaultsOf, isRules, nameInFaults, soundArgs } from './data-faults.js';
import { OBJECT } from '../text/option-kinds.js';
import { forgetClass } from '../arguments/forget-class.js';
import { compileClass } from '../definition/compiled-definition.js';
import type { Definition } from '../definition/definition.js';
import type { PromptHandler } from './prompt-handler.js';
import { PROMPT } from './prompt-kind.js';
import { DECLARATIONS } from '../definition/kind.js';

/**
 * Defines a prompt from data. It is compiled and checked like a class. An argument without a type is a string.
 * @throws {DefinitionError} with every fault of the prompt
 * @throws {TypeError} if it is not an object
 */
export function definePrompt<Args extends object = Readonly<Record<string, unknown>>>(
  prompt: DataPrompt<Args>,
): Definition {
  OBJECT.require('The prompt of definePrompt()', prompt);
  const { args: given = [], render, ...options } = prompt;
  const faults = dataFaultsOf(prompt);
  const args = soundArgs(given);
  const name = nameInFaults(prompt.name);
  const DataArguments = named(name, argumentsClass(args));
  const DataHandler = named(
    name,
    class implements PromptHandler<Args> {
      readonly render = render;
    },
  );
  const isNamed = typeof prompt.name === 'string';
  const declared = {
    ...options,
    ...(!isNamed && { name: 'nameless' }), // The missing name is already a fault.
    ...(args.length > 0 && { args: DataArguments }),
  };
  DECLARATIONS.write(DataHandler, { kind: PROMPT, options: declared });
  try {
    const definition = compileClass(DataHandler, faults);
    if (definition === undefined || faults.length > 0) throw new DefinitionError(faults);
    return definition;
  } finally {
    forgetClass(DataArguments);
  }
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
