import type { ArgumentType } from './argument-type.js';
import { ListType } from './list-type.js';
import { valueTypeOf } from './value-types.js';
import { decoratorOf } from '../validation/rule-subjects.js';
import type { RuleMetadata } from '../validation/validation-rules.js';

/** A fault of a property's initial value. */
interface InitialFault {
  readonly problem: string;
  readonly remedy: string;
}

/** The fault of an initial value that does not have the argument's type. */
export function mistyped(type: ArgumentType, initial: unknown): InitialFault[] {
  if (initial === undefined || initial === null || isOf(type, initial)) return [];
  const isItem = type instanceof ListType && Array.isArray(initial);
  const name = valueTypeOf(isItem ? type.items : type)?.name;
  const problem = `has an initial value ${isItem ? 'with an item ' : ''}that is not of the type ${name}`;
  return [{ problem, remedy: 'Give it one of that type, or declare another type' }];
}

function isOf(type: ArgumentType, value: unknown): boolean {
  if (valueTypeOf(type)?.is(value) === false) return false;
  return !(type instanceof ListType && Array.isArray(value)) || value.every((item) => isOf(type.items, item));
}

/** The fault of an initial value that breaks a rule: every request without the argument would be refused. */
export function invalid(rule: RuleMetadata): InitialFault {
  const decorator = decoratorOf(rule) ?? rule.name;
  return {
    problem: `has an initial value that ${decorator} refuses`,
    remedy: 'Give it one that passes the rule, or remove it',
  };
}
