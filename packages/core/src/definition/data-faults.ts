import { type Defect, type DefinitionFault, faultAt } from '../definition-error.js';
import type { DataArg, DefinitionData } from './definition.js';
import type { ClassKind } from './kind.js';
import { nameless } from './definition-faults.js';
import { nameRule } from './naming.js';

// Faults of data that a class cannot have: the compiler has not checked a table or a file.

/** The name of a definition from data in faults. */
export function nameInFaults(kind: ClassKind, name: unknown): string {
  return typeof name === 'string' ? name : `A ${kind.name} from data`;
}

/** The faults that only definitions from data can have. */
export function dataFaultsOf(kind: ClassKind, { name, args = [] }: DefinitionData, answer: unknown): DefinitionFault[] {
  const { handlerMethod: method } = kind;
  const place = faultAt(nameInFaults(kind, name));
  const faults: DefinitionFault[] = [];
  if (typeof name !== 'string') faults.push({ ...place, ...nameless(nameRemedy(kind)) });
  if (typeof answer !== 'function') {
    const remedy = `Add a function ${method}(args, context) that returns the answer`;
    faults.push({ ...place, id: 'method-missing', problem: `has no \`${method}\``, remedy });
  }
  if (Array.isArray(args)) faults.push(...argumentFaults(place.type, args));
  else faults.push({ ...place, ...NO_ARRAY });
  return faults;
}

function nameRemedy(kind: ClassKind): string {
  return `Give define${kind.decorator}() a name of ${nameRule(kind)}`;
}

function argumentFaults(definition: string, args: readonly DataArg[]): DefinitionFault[] {
  const unnamed = args.flatMap((arg, index) => (nameOf(arg) === undefined ? [index] : []));
  const sound = soundArgs(args);
  const again = args.filter((arg) => nameOf(arg) !== undefined && !sound.includes(arg));
  const unruly = sound.filter(({ rules = [] }) => !isRules(rules));
  return [
    ...unnamed.map((index) => ({ ...faultAt(definition, `args[${index}]`), ...nameless('Give it a `name`') })),
    ...again.map(({ name }) => ({ ...faultAt(definition, name), ...TWICE })),
    ...unruly.map(({ name }) => ({ ...faultAt(definition, name), ...UNRULY })),
  ];
}

const NO_ARRAY: Defect = {
  id: 'args-invalid',
  problem: 'has `args` that is not an array',
  remedy: 'Give an array of { name, … }',
};

const TWICE: Defect = { id: 'listed-twice', problem: 'is listed twice', remedy: 'List it once' };

const UNRULY: Defect = {
  id: 'rule-invalid',
  problem: 'has `rules` that are not decorators',
  remedy: "Give an array of class-validator's decorators, such as IsInt()",
};

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
  const { name }: { readonly name?: unknown } = Object(arg);
  return typeof name === 'string' && name !== '' ? name : undefined;
}
