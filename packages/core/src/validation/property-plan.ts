import { constraintsOf } from './rule-message.js';
import { IS_OPTIONAL, ValidationTypes } from 'class-validator';
import { decoratorOf, type IsOfType } from './rules.js';
import type { Validation } from './validation.js';
import { compileRules, type Notation, type Rule, type RuleContent, type RuleMetadata } from './validation-rules.js';

/** What an arguments class adds to the rules of one of its properties. */
export interface Presence {
  /** The argument's name on the wire. */
  readonly name: string;
  readonly property: string;
  readonly isRequired: boolean;
  /** Whether an empty string counts as present. */
  readonly allowEmpty: boolean;
  /** Whether the rules of the value's own class hold without `@ValidateNested()`. */
  readonly isNested: boolean;
  /** How a value is written, for a rule that is judged on text; `undefined` for a rule on the value itself. */
  notationFor(rule: RuleMetadata): Notation | undefined;
  /** The type of the values that a rule judges. */
  typeFor(rule: RuleMetadata): IsOfType;
}

/** The rules of one property. */
export interface PropertyPlan {
  readonly name: string;
  readonly presence: Presence | undefined;
  /** The rules of `@ValidateIf()`. */
  readonly conditions: readonly RuleMetadata[];
  readonly isOptional: boolean;
  readonly rules: readonly Rule[];
  /** The decorator that applies the rules of the value's own class. */
  readonly nested: RuleMetadata | undefined;
  /** Whether only its presence is checked. */
  readonly isPlain: boolean;
}

export function compileProperty(
  name: string,
  presence: Presence | undefined,
  rules: readonly RuleMetadata[],
): PropertyPlan {
  const conditions = rules.some(isCondition) ? rules.filter(isCondition) : NONE;
  const nested = rules.find(({ type }) => type === ValidationTypes.NESTED_VALIDATION);
  const judged = compileJudged(rules, presence);
  const isJudged = judged.length > 0 || conditions.length > 0;
  return {
    name,
    presence,
    conditions,
    isOptional: rules.some(isOptionality),
    rules: judged,
    nested,
    isPlain: !isJudged && nested === undefined && presence?.isNested !== true,
  };
}

// Shared, because there may be many thousands of properties.
const NONE = Object.freeze([]);

/** Whether a rule makes the others of its property apply only to present values. */
export function isOptionality({ type, name }: RuleContent): boolean {
  return type === ValidationTypes.CONDITIONAL_VALIDATION && name === IS_OPTIONAL;
}

/** Whether a rule makes the others of its property depend on other arguments. */
export function isCondition({ type, name }: RuleContent): boolean {
  return type === ValidationTypes.CONDITIONAL_VALIDATION && name !== IS_OPTIONAL;
}

/** The kinds of rules that are judged, in class-validator's order. */
const JUDGED = [ValidationTypes.IS_DEFINED, ValidationTypes.CUSTOM_VALIDATION];

function compileJudged(rules: readonly RuleMetadata[], presence: Presence | undefined): readonly Rule[] {
  const judged: Rule[] = [];
  for (const kind of JUDGED) {
    for (const rule of rules) {
      if (rule.type === kind) judged.push(...compileRules(rule, presence));
    }
  }
  return judged.length === 0 ? NONE : judged.slice(); // Without the room that `push` leaves.
}

/** Whether a value counts as absent. */
export function isAbsent(
  value: unknown,
  { isRequired, allowEmpty }: Presence,
  { keepsEmpty = false }: Pick<Validation, 'keepsEmpty'> = {},
): boolean {
  return value === undefined || (isRequired && value === '' && !allowEmpty && !keepsEmpty);
}

/** The class-validator rules that hold for a value unconditionally, without the application's own rules. */
export function certainRules({ conditions, isOptional, rules }: PropertyPlan, value: unknown): Rule[] {
  if (conditions.length > 0 || (isOptional && value === null)) return [];
  return rules.filter(({ metadata }) => decoratorOf(metadata) !== undefined && isConstant(metadata));
}

/** A date that is computed on each call, such as the current one, will allow other values later. */
function isConstant(rule: RuleMetadata): boolean {
  const { name, validateIf } = rule;
  const [first] = constraintsOf(rule);
  const isComputed = (name === 'minDate' || name === 'maxDate') && typeof first === 'function';
  return validateIf === undefined && !isComputed;
}
