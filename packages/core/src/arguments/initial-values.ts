import type { ArgumentType } from './argument-type.js';
import { EnumType } from './enum-type.js';
import { ListType } from './list-type.js';
import { ForeignType, NestedType } from './object-types.js';
import { valueTypeOf } from './value-types.js';
import type { BrokenRule } from '../validation/broken-rules.js';
import { decoratorOf } from '../validation/rule-subjects.js';

/** A fault of a property's initial value. */
interface InitialFault {
  readonly problem: string;
  readonly remedy: string;
}

/** The faults of an initial value that no request can give. */
export function mistyped(type: ArgumentType, initial: unknown): InitialFault[] {
  if (initial === undefined || initial === null) return [];
  if (!(type instanceof ListType && Array.isArray(initial))) return faultsOf(type, initial, 'has an initial value');
  const wrong: InitialFault[] = initial.flatMap((item) => {
    return faultsOf(type.items, item, 'has an initial value with an item');
  });
  return wrong.slice(0, 1);
}

function faultsOf(type: ArgumentType, value: unknown, subject: string): InitialFault[] {
  const values = valueTypeOf(type);
  if (values?.is(value) === false)
    return [{ problem: `${subject} that is not of the type ${values.name}`, remedy: OTHER_TYPE }];
  if (type instanceof NestedType || type instanceof ForeignType) {
    const { name } = type.type;
    const remedy = `Give it an instance of ${name} with its members, or none`;
    return value instanceof type.type ? [] : [{ problem: `${subject} that is no instance of ${name}`, remedy }];
  }
  if (canBeGiven(type, value)) return [];
  const what = type instanceof EnumType ? `is not ${type.expected}` : `no request can give: ${String(value)}`;
  return [{ problem: `${subject} that ${what}`, remedy: 'Give it another, or none' }];
}

const OTHER_TYPE = 'Give it one of that type, or declare another type';

function canBeGiven(type: ArgumentType, value: unknown): boolean {
  return type instanceof ListType || type.read(value, { origin: 'value', path: '', faults: [] }) !== undefined;
}

/** The fault of an initial value that breaks a rule: every request without the argument would be refused. */
export function invalid({ rule, path }: BrokenRule): InitialFault {
  if (rule === undefined)
    return {
      problem: `has an initial value without ${path}, which is required`,
      remedy: 'Give it all that is required, or leave it out',
    };
  const decorator = decoratorOf(rule) ?? rule.name;
  return {
    problem: `has an initial value ${path === '' ? 'that' : `whose ${path}`} ${decorator} refuses`,
    remedy: 'Give it one that passes the rule, or remove it',
  };
}
