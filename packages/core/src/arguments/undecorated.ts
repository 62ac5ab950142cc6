import { ValidationTypes } from 'class-validator';
import { type DefinitionFault, faultAt } from '../definition-error.js';
import type { Class } from '../types.js';
import { isCondition } from '../validation/property-plan.js';
import { decoratorOf } from '../validation/rule-subjects.js';
import type { RuleMetadata, RulesByProperty } from '../validation/validation-rules.js';

/**
 * The faults of properties with rules but without `@Arg()`, next to arguments: callers are refused with the rule, and
 * refused again when they obey. Properties that have a value without a caller may have rules.
 */
export function undecoratedFaults(
  type: Class,
  rules: RulesByProperty,
  { args, sample }: { readonly args: ReadonlySet<string>; readonly sample: Readonly<Record<string, unknown>> },
): DefinitionFault[] {
  if (args.size === 0) return [];
  const prototype: object = type.prototype;
  const isGiven = (name: string) => args.has(name) || sample[name] !== undefined || name in prototype;
  const found = [...rules].filter(([name, own]) => !isGiven(name) && !own.some(isCondition) && own.some(isRefusing));
  return found.map(([name]) => ({ ...faultAt(type.name, name), ...UNDECORATED }));
}

const UNDECORATED = {
  id: 'argument-undecorated',
  problem: 'has rules but no @Arg(), so that callers cannot give it',
  remedy: 'Decorate it with @Arg(), or with @Field() in an output; or remove its rules',
} as const;

/** Rules of the application may look at other properties, and some rules accept anything. */
function isRefusing(rule: RuleMetadata): boolean {
  if (rule.type === ValidationTypes.CUSTOM_VALIDATION) return decoratorOf(rule) !== undefined;
  return rule.type === ValidationTypes.IS_DEFINED || rule.type === ValidationTypes.NESTED_VALIDATION;
}
