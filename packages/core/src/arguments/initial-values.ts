import type { ArgumentType } from './argument-type.js';
import { EnumType } from './enum-type.js';
import { ListType } from './list-type.js';
import { ForeignType, NestedType } from './object-types.js';
import type { Defect } from '../definition-error.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { valueTypeOf } from './value-types.js';
import type { BrokenRule } from '../validation/broken-rules.js';
import { decoratorOf } from '../validation/rule-subjects.js';

/** The faults of an initial value that no request can give. */
export function mistyped(type: ArgumentType, initial: unknown): Defect[] {
  if (initial === undefined || initial === null) return [];
  if (!(type instanceof ListType && Array.isArray(initial))) return faultsOf(type, initial, 'has an initial value');
  const defects: Defect[] = initial.flatMap((item) => {
    return faultsOf(type.items, item, 'has an initial value with an item');
  });
  return defects.slice(0, 1);
}

function faultsOf(type: ArgumentType, value: unknown, subject: string): Defect[] {
  const values = valueTypeOf(type);
  if (values?.is(value) === false) return [wrong(`${subject} that is not of the type ${values.name}`, OTHER_TYPE)];
  if (type instanceof NestedType || type instanceof ForeignType) {
    const { name } = type.type;
    const remedy = `Give it an instance of ${name} with its members, or none`;
    return value instanceof type.type ? [] : [wrong(`${subject} that is no instance of ${name}`, remedy)];
  }
  if (canBeGiven(type, value)) return [];
  const what = type instanceof EnumType ? `is not ${type.expected}` : `no request can give: ${String(value)}`;
  return [wrong(`${subject} that ${what}`, 'Give it another, or none')];
}

function wrong(problem: string, remedy: string): Defect {
  return { id: 'initial-value-invalid', problem, remedy };
}

const OTHER_TYPE = 'Give it one of that type, or declare another type';

function canBeGiven(type: ArgumentType, value: unknown): boolean {
  return (
    type instanceof ListType ||
    type.read(value, { origin: 'value', path: '', faults: [], maxDepth: DEFAULT_LIMITS.maxDepth }) !== undefined
  );
}

/** The fault of an initial value that breaks a rule: every request without the argument would be refused. */
export function invalid({ rule, path }: BrokenRule): Defect {
  if (rule === undefined)
    return wrong(
      `has an initial value without ${path}, which is required`,
      'Give it all that is required, or leave it out',
    );
  const decorator = decoratorOf(rule) ?? rule.name;
  const problem = `has an initial value ${path === '' ? 'that' : `whose ${path}`} ${decorator} refuses`;
  return wrong(problem, 'Give it one that passes the rule, or remove it');
}
