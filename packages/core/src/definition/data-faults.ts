import { type DefinitionFault, faultAt } from '../definition-error.js';
import type { DataArg } from './data-arg.js';
import type { DataKind } from './data-kind.js';

// Faults of data that a class cannot have: the compiler has not checked a table or a file.

/** The name of a definition from data in faults. */
export function nameInFaults(name: unknown, { kind }: DataKind): string {
  return typeof name === 'string' ? name : `A ${kind.name} from data`;
}

/** A definition from data, as far as only that can have faults. */
interface FromData {
  readonly name: unknown;
  readonly args?: readonly DataArg[];
  readonly handler: unknown;
}

/** The faults that only definitions from data can have. */
export function dataFaultsOf({ name, args = [], handler }: FromData, made: DataKind): DefinitionFault[] {
  const place = faultAt(nameInFaults(name, made));
  const faults: DefinitionFault[] = [];
  if (typeof name !== 'string') faults.push({ ...place, problem: 'has no name', remedy: nameFor(made) });
  if (typeof handler !== 'function')
    faults.push({ ...place, problem: `has no \`${made.kind.handlerMethod}\``, remedy: handlerFor(made) });
  if (Array.isArray(args)) faults.push(...argumentFaults(place.type, args));
  else faults.push({ ...place, problem: 'has `args` that is not an array', remedy: 'Give an array of { name, … }' });
  return faults;
}

const handlerFor = ({ kind }: DataKind) => `Give it a function ${kind.handlerMethod}(args, context), which answers`;
const nameFor = ({ by }: DataKind) => `Give ${by}() a name of 1 to 128 letters, digits, "_", "-", "." or "/"`;

function argumentFaults(definition: string, args: readonly DataArg[]): DefinitionFault[] {
  const nameless = args.flatMap((arg, index) => (nameOf(arg) === undefined ? [index] : []));
  const sound = soundArgs(args);
  const again = args.filter((arg) => nameOf(arg) !== undefined && !sound.includes(arg));
  const unruly = sound.filter(({ rules = [] }) => !isRules(rules));
  return [
    ...nameless.map((index) => ({
      ...faultAt(definition, `args[${index}]`),
      problem: 'has no name',
      remedy: 'Give it a `name`',
    })),
    ...again.map(({ name }) => ({ ...faultAt(definition, name), problem: 'is listed twice', remedy: 'List it once' })),
    ...unruly.map(({ name }) => ({
      ...faultAt(definition, name),
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
