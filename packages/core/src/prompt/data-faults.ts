import type { DataArg, DataPrompt } from './data-prompt.js';
import { type DefinitionFault, faultAt } from '../definition-error.js';

// Faults of data that a class cannot have: the compiler has not checked a table or a file.

/** The name of a prompt from data in faults. */
export function nameInFaults(name: unknown): string {
  return typeof name === 'string' ? name : 'A prompt from data';
}

/** The faults that only prompts from data can have. */
export function dataFaultsOf(prompt: DataPrompt<never>): DefinitionFault[] {
  const { name, args = [], render } = prompt;
  const place = faultAt(nameInFaults(name));
  const faults: DefinitionFault[] = [];
  if (typeof name !== 'string') faults.push({ ...place, problem: 'has no name', remedy: NAME });
  if (typeof render !== 'function') faults.push({ ...place, problem: 'has no `render`', remedy: RENDER });
  if (Array.isArray(args)) faults.push(...argumentFaults(place.type, args));
  else faults.push({ ...place, problem: 'has `args` that is not an array', remedy: 'Give an array of { name, … }' });
  return faults;
}

const RENDER = 'Give it a function render(args, context), which answers';
const NAME = 'Give definePrompt() a name of 1 to 128 letters, digits, "_", "-", "." or "/"';

function argumentFaults(prompt: string, args: readonly DataArg[]): DefinitionFault[] {
  const nameless = args.flatMap((arg, index) => (nameOf(arg) === undefined ? [index] : []));
  const sound = soundArgs(args);
  const again = args.filter((arg) => nameOf(arg) !== undefined && !sound.includes(arg));
  const unruly = sound.filter(({ rules = [] }) => !isRules(rules));
  return [
    ...nameless.map((index) => ({
      ...faultAt(prompt, `args[${index}]`),
      problem: 'has no name',
      remedy: 'Give it a `name`',
    })),
    ...again.map(({ name }) => ({ ...faultAt(prompt, name), problem: 'is listed twice', remedy: 'List it once' })),
    ...unruly.map(({ name }) => ({
      ...faultAt(prompt, name),
      problem: 'has `rules` that are not decorators',
      remedy: RULES,
    })),
  ];
}

const RULES = "Give an array of class-validator's decorators, such as IsInt()";

/** The first argument of each name. */
export function soundArgs(args: readonly DataArg[]): readonly DataArg[] {
  if (!Array.isArray(args)) return [];
  const names = args.map(nameOf);
  return args.filter((_, index) => names[index] !== undefined && names.indexOf(names[index]) === index);
}

export function isRules(rules: unknown): rules is readonly PropertyDecorator[] {
  return Array.isArray(rules) && rules.every((rule) => typeof rule === 'function');
}

function nameOf(arg: unknown): string | undefined {
  const { name } = Object(arg) as { readonly name?: unknown };
  return typeof name === 'string' && name !== '' ? name : undefined;
}
