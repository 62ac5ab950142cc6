import { ValidationTypes } from 'class-validator';
import type { ArgumentType, ValueType } from './argument-type.js';
import { EnumType, ListType, MAX_ITEMS } from './object-types.js';
import type { Defect } from '../definition-error.js';
import { swallowRejection } from '../pending.js';
import { compileRules, constraintsOf, isCondition, type RuleContent, type RuleMetadata } from './rule-records.js';
import { decoratorOf, describeRule, type JsType, listedValues, typesOf } from './rule-descriptions.js';

/** The values that a rule judges. If the rule is about strings, it judges their notation. */
export function judgedValues(rule: RuleMetadata, type: ArgumentType) {
  const { is: isOfType, textRules, samples, notation } = valueTypeFor(rule, type);
  const isWritten = textRules.includes(rule.name ?? '') && refusesAll(rule, samples);
  return { isOfType, notation: isWritten ? notation : undefined };
}

/** The rules that every value of the argument would break. The application's own rules are not checked. */
export function ruleDefects(type: ArgumentType, rules: readonly RuleMetadata[]): Defect[] {
  const defects: Defect[] = [];
  for (const rule of rules) {
    if (isSkipped(rule)) defects.push(skippedRuleDefect(rule));
    const values = valueTypeFor(rule, type);
    if (values.name === undefined || canSatisfy(rule, type, values)) continue;
    const problem = problemOf(rule, type, values.name);
    defects.push({ id: 'rule-of-another-type', problem, remedy: remedyFor(rule, type) });
  }
  return defects;
}

/** Whether a rule of the application is one that class-validator skips. */
function isSkipped(rule: RuleMetadata): boolean {
  return rule.type === ValidationTypes.CUSTOM_VALIDATION && compileRules(rule).length === 0;
}

function skippedRuleDefect({ constraintCls: { name } }: RuleMetadata): Defect {
  const problem = `is validated by ${name}, which has no @ValidatorConstraint(), so class-validator skips it`;
  return { id: 'validator-not-decorated', problem, remedy: `Decorate ${name} with @ValidatorConstraint()` };
}

/** The type that a rule judges: the type of the value, or the type of an array's items. */
export function valueTypeFor(rule: RuleContent, type: ArgumentType): ValueType {
  return (isOfItems(rule, type) ? type.items : type).valueType;
}

// Nested rules apply to the items of an array, with or without the `each` option of `@ValidateNested()`.
function isOfItems(rule: RuleContent, type: ArgumentType): type is ListType {
  return (rule.each || isNesting(rule)) && type instanceof ListType;
}

function canSatisfy(rule: RuleMetadata, type: ArgumentType, values: ValueType): boolean {
  if (isNesting(rule)) return typeof values.samples[0] === 'object';
  const listed = listedValues(rule, (value) => isAbsent(value) || isReadable(value, values));
  if (listed !== undefined) return listed.length > 0;
  return accepts(rule, values) || judgedValues(rule, type).notation !== undefined;
}

function accepts(rule: RuleMetadata, { name, samples, areComplete }: ValueType): boolean {
  if (areComplete) return decoratorOf(rule) === undefined || !refusesAll(rule, samples);
  const types = typesOf(rule);
  // An application's rule may have the name of a class-validator rule: the samples distinguish them.
  return types === undefined || types.some((each) => each === name) || !refusesAll(rule, samples);
}

function isNesting({ type }: RuleContent): boolean {
  return type === ValidationTypes.NESTED_VALIDATION;
}

/** Whether a value is absent. A rule that lists only such values requires absence. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function refusesAll(rule: RuleMetadata, samples: readonly unknown[]): boolean {
  const validators = compileRules(rule).map(({ inline }) => inline);
  return validators.some((validator) => validator && samples.every((sample) => refuses(rule, validator, sample)));
}

type Validator = NonNullable<ReturnType<typeof compileRules>[number]['inline']>;

function refuses(rule: RuleMetadata, validator: Validator, value: unknown): boolean {
  const { propertyName: property } = rule;
  const args = { value, constraints: constraintsOf(rule), object: {}, property, targetName: '' };
  try {
    const verdict = validator.validate(value, args);
    swallowRejection(verdict);
    return verdict === false;
  } catch {
    return false; // Not one of class-validator's rules.
  }
}

function problemOf(rule: RuleMetadata, type: ArgumentType, name: JsType): string {
  const items = isOfItems(rule, type) ? type.items : undefined;
  const judged = items ?? type;
  const isEnum = judged instanceof EnumType;
  const subject = isEnum ? 'has items that are' : 'has items';
  return `${items ? subject : 'is'} ${isEnum ? judged.expected : `of the type ${name}`}, which ${nameOf(rule)} always refuses`;
}

function nameOf(rule: RuleMetadata): string {
  return isNesting(rule) ? '@ValidateNested()' : (decoratorOf(rule) ?? `the rule ${rule.name}`);
}

function remedyFor(rule: RuleMetadata, type: ArgumentType): string {
  const name = nameOf(rule);
  const flippedRule = { ...rule, each: !rule.each };
  const values = valueTypeFor(flippedRule, type);
  const isEachAtFault = type instanceof ListType && canSatisfy(flippedRule, type, values);
  if (isEachAtFault) return rule.each ? `Drop \`each: true\` from ${name}` : `Add \`each: true\` to ${name}`;
  if (listedValues(rule)?.every(isPrimitive)) return `List values of that type in ${name}`;
  return `Declare ${isOfItems(rule, type) ? 'its items' : 'the property'} as ${intendedType(rule)}, or drop ${name}`;
}

function intendedType(rule: RuleMetadata): string {
  if (listedValues(rule) !== undefined) return 'string';
  const type = isNesting(rule) ? 'Object' : typesOf(rule)?.[0];
  return (type && TYPE_NAMES[type]) ?? 'another type';
}

const TYPE_NAMES: Readonly<Partial<Record<JsType, string>>> = {
  Array: 'an array',
  Object: 'a class',
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  Date: 'Date',
};

/** A value that is not an object: rules compare objects by identity, and a read object is identical to no other. */
function isPrimitive(value: unknown): boolean {
  return Object(value) !== value;
}

/** Whether a value that was read can be equal to this one. */
function isReadable(value: unknown, { is }: ValueType): boolean {
  return isPrimitive(value) && is(value);
}

/** The defects of rules that no value can pass together, or that no value within the limits of its type can pass. */
export function impossibleTogether(type: ArgumentType, rules: readonly RuleContent[]): Defect[] {
  const judged = rules.filter(({ name, validateIf }) => JUDGED.has(name) && validateIf === undefined);
  if (judged.length === 0) return [];
  if (rules.some(isCondition)) return [];
  const listRules = judged.filter(({ each }) => !each);
  const unreadable = type instanceof ListType ? listRules.filter((rule) => requiresUnreadableItem(rule, type)) : [];
  const limits = type instanceof ListType ? { ...LENGTHS, maxItems: MAX_ITEMS } : LENGTHS;
  const itemRules = judged.filter(({ each }) => each);
  return [
    ...unreadable.map(() => UNSATISFIABLE_CONTAINS),
    ...boundDefects([...listRules.map(boundsOf), limits], ''),
    ...boundDefects([...itemRules.map(boundsOf), LENGTHS], 'has items that '),
  ];
}

/** The rules that can contradict each other. Most arguments have no such rule. */
const JUDGED: ReadonlySet<string | undefined> = new Set(
  'min max minLength maxLength isLength arrayMinSize arrayMaxSize arrayNotEmpty arrayContains'.split(' '),
);

const UNSATISFIABLE_CONTAINS: Defect = {
  id: 'rules-contradictory',
  problem: 'is a list that cannot have all items of @ArrayContains()',
  remedy: 'List only items that it can have, or drop @ArrayContains()',
};

function requiresUnreadableItem(rule: RuleContent, { items }: ListType): boolean {
  const [requiredItems] = rule.name === 'arrayContains' ? constraintsOf(rule) : [];
  return Array.isArray(requiredItems) && !requiredItems.every((item) => isReadable(item, items.valueType));
}

/** The bounds of a rule, as JSON Schema names them. */
type Bounds = Readonly<Record<string, unknown>>;

const LENGTHS: Bounds = { minLength: 0, minItems: 0 };

function boundsOf(rule: RuleContent): Bounds {
  return describeRule(rule).schema ?? {};
}

const BOUNDS = [
  ['minimum', 'maximum', (min: number, max: number) => `must be at least ${min} and at most ${max}`],
  ['minLength', 'maxLength', (min: number, max: number) => `must have ${atLeast(min, 'character')} and at most ${max}`],
  ['minItems', 'maxItems', (min: number, max: number) => `must have ${atLeast(min, 'item')} and at most ${max}`],
] as const;

function atLeast(min: number, unit: string): string {
  return `at least ${min} ${unit}${min === 1 ? '' : 's'}`;
}

function boundDefects(bounds: readonly Bounds[], subject: string): Defect[] {
  const numbersOf = (name: string) => bounds.map((each) => each[name]).filter((bound) => typeof bound === 'number');
  return BOUNDS.flatMap(([lower, upper, describe]) => {
    const [min, max] = [Math.max(...numbersOf(lower)), Math.min(...numbersOf(upper))];
    const problem = subject + describe(min, max);
    return min > max ? [{ id: 'rules-contradictory', problem, remedy: 'Change one of the two' }] : [];
  });
}
