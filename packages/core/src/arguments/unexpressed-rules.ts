import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { ArgumentType } from './argument-type.js';
import type { JsonSchema } from '../json-schema.js';
import { describeRule } from '../validation/rule-descriptions.js';
import type { RuleContent } from '../validation/validation-rules.js';

/** The schema keyword that names the rules that JSON Schema cannot express. */
const RULES = 'dev.cuecard/rules';

/** Whether the schema of the type, or of the rule itself, fully expresses the rule. */
export function isExpressed(rule: RuleContent, type: ArgumentType): boolean {
  const { schema, condition } = describeRule(rule);
  return schema !== undefined || (rule.name === type.rule && condition === undefined);
}

/** The names of the rules, without duplicates, in decorator order; an empty schema if there are none. */
export function unexpressed(rules: readonly RuleContent[]): JsonSchema {
  const names = [...new Set(rules.flatMap(namesOf))];
  return names.length === 0 ? {} : { [RULES]: names };
}

function namesOf({ type, name, constraintCls }: RuleContent): string[] {
  if (type === ValidationTypes.CONDITIONAL_VALIDATION) return name === 'isOptional' ? [] : ['validateIf'];
  if (type !== ValidationTypes.CUSTOM_VALIDATION || name === 'isDefined') return []; // The schema has `required`.
  if (name !== undefined) return [name];
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map((each) => each.name);
}
