import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { ArgumentType } from './argument-type.js';
import type { JsonSchema } from '../json-schema.js';
import { describeRule } from '../validation/rule-descriptions.js';
import type { RuleMetadata } from '../validation/validation-rules.js';

/** Where a schema names the rules that JSON Schema has no words for. */
const RULES = 'dev.cuecard/rules';

/** Whether the schema of a type, or the rule's own, means as much as the rule. */
export function isExpressed(rule: RuleMetadata, type: ArgumentType): boolean {
  const { schema, condition } = describeRule(rule);
  return schema !== undefined || (rule.name === type.rule && condition === undefined);
}

/** The names of rules, each once, in the order of their decorators; nothing for no rules. */
export function unexpressed(rules: readonly RuleMetadata[]): JsonSchema {
  const names = [...new Set(rules.flatMap(namesOf))];
  return names.length === 0 ? {} : { [RULES]: names };
}

function namesOf({ type, name, constraintCls }: RuleMetadata): string[] {
  if (type === ValidationTypes.CONDITIONAL_VALIDATION) return name === 'isOptional' ? [] : ['validateIf'];
  if (type !== ValidationTypes.CUSTOM_VALIDATION || name === 'isDefined') return []; // The schema has `required`.
  if (name !== undefined) return [name];
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map((each) => each.name);
}
