import type { ArgumentType } from './argument-type.js';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { Defect } from '../definition-error.js';
import { impossibleTogether, valueTypeFor } from './rule-defects.js';
import { type JsonSchema, intersect, type SchemaDefinitions } from '../json-schema.js';
import { ListType, EnumType } from './object-types.js';
import { describeRule, listedValues } from './rule-descriptions.js';
import { constraintsOf, isCondition, type RuleContent, ruleName } from './rule-records.js';
import { SCALAR_TYPES, TEXT } from './scalar-types.js';

/** The effects of an argument's type and rules on its values. Arguments with equal types and rules share a set. */
export class RuleSet {
  readonly #type: ArgumentType;
  readonly #all: readonly RuleContent[];
  /** The rules that apply unconditionally. */
  readonly #unconditional: readonly RuleContent[];
  /** Whether the rules depend on other arguments. */
  readonly isConditional: boolean;
  /** The values that are accepted, if rules or the type list them all. */
  readonly values: readonly string[] | undefined;
  /** The noun and the conditions of a value: "an integer, at most 50". */
  readonly accepted: string;
  /** The names of the rules, kept because class-validator may have forgotten them when the schema is written. */
  readonly #ruleNames: ReadonlyMap<RuleContent, readonly string[]>;
  #schema: JsonSchema | undefined;
  #impossible: readonly Defect[] | undefined;

  constructor(type: ArgumentType, rules: readonly RuleContent[]) {
    this.#type = type;
    this.#all = rules.toReversed(); // Decorators run from the last to the first.
    this.isConditional = rules.some(isCondition);
    const isUnconditional = (rule: RuleContent) => rule.validateIf === undefined && !this.isConditional;
    this.#unconditional = this.#all.every(isUnconditional) ? this.#all : this.#all.filter(isUnconditional);
    this.values = valuesOf(type, this.#unconditional);
    this.#ruleNames = rules.length === 0 ? NO_NAMES : new Map(rules.map((rule) => [rule, namesOf(rule)]));
    this.accepted = this.#describe(); // Now, so that a rule that cannot be described fails at start-up.
  }

  /** The defects of rules that no value can pass together. */
  get impossible(): readonly Defect[] {
    return (this.#impossible ??= impossibleTogether(this.#type, this.#all.toReversed()));
  }

  /** The schema of a value with a `@Transform`, which may accept any type: it only names the rules. */
  get transformedSchema(): JsonSchema {
    return this.#nameRules(this.#all);
  }

  schema(definitions: SchemaDefinitions): JsonSchema {
    if (definitions.isOutput || !SCALARS.has(this.#type)) return this.#schemaWith(definitions); // It may refer to other schemas.
    return (this.#schema ??= Object.freeze(this.#schemaWith(definitions)));
  }

  #describe(): string {
    const type = this.#type;
    if (!isCollection(type)) return phrase(nounOf(type), this.#unconditional, type);
    const item = phrase(
      type instanceof ListType ? nounOf(type.items) : undefined,
      this.#unconditional.filter(isOfItems),
      type,
    );
    const list = phrase(type.expected, this.#unconditional.filter(isOfWhole), type);
    return item === '' ? list : `${list}, each ${item}`;
  }

  #schemaWith(definitions: SchemaDefinitions): JsonSchema {
    const type = this.#type;
    const schema = type.schema(definitions);
    if (!(type instanceof ListType)) return this.#constrain(schema, type, this.#all);
    const items = this.#constrain(schema['items'] as JsonSchema, type.items, this.#all.filter(isOfItems));
    return { ...this.#constrain(schema, type, this.#all.filter(isOfWhole)), items };
  }

  /** Adds the rules that JSON Schema can express to a schema, and the names of the others. */
  #constrain(schema: JsonSchema, type: ArgumentType, rules: readonly RuleContent[]): JsonSchema {
    // In arbitrary JSON, a schema has no place for the rules of items.
    const isPlaced = ({ each }: RuleContent) => !each || this.#type !== JSON_TYPE;
    const unconditional = rules.filter((rule) => this.#unconditional.includes(rule) && isPlaced(rule));
    const isNamed = (rule: RuleContent) => !(unconditional.includes(rule) && isExpressed(rule, type));
    const constrained = unconditional.reduce((sum, rule) => intersect(sum, describeRule(rule).schema ?? {}), schema);
    return { ...constrained, ...this.#nameRules(rules.filter(isNamed)) };
  }

  /** The names of the rules, without duplicates, in decorator order; an empty schema if there are none. */
  #nameRules(rules: readonly RuleContent[]): JsonSchema {
    const names = [...new Set(rules.flatMap((rule) => this.#ruleNames.get(rule) ?? []))];
    return names.length === 0 ? {} : { [RULES]: names };
  }
}

/** Shared rule sets, by type and by the key of their rules: among thousands of arguments, many have equal rules. */
const SHARED_SETS = new Map<ArgumentType, Map<string, RuleSet>>();

/** The maximum number of shared sets per type, which bounds their memory. */
const MAX_SETS = 1_000;

/** The rule set of a type and rules, which equal arguments share. */
export function ruleSetOf(type: ArgumentType, rules: readonly RuleContent[]): RuleSet {
  const key = SCALARS.has(type) ? keyOf(rules) : undefined;
  if (key === undefined) return new RuleSet(type, rules);
  const sets = SHARED_SETS.get(type) ?? new Map<string, RuleSet>();
  const set = sets.get(key) ?? new RuleSet(type, rules.map(contentOf));
  if (sets.size < MAX_SETS) SHARED_SETS.set(type, sets.set(key, set));
  return set;
}

/** Copies a rule without its class, so that the class can be garbage collected. */
function contentOf({ type, name, each, constraints, constraintCls }: RuleContent): RuleContent {
  return { type, name, each, constraints, constraintCls };
}

const JSON_TYPE = SCALAR_TYPES.get(JSON);
const SCALARS: ReadonlySet<ArgumentType> = new Set(SCALAR_TYPES.values());

/** A key that is equal for equal rules; `undefined` if equality cannot be determined. */
function keyOf(rules: readonly RuleContent[]): string | undefined {
  let key = '';
  for (const rule of rules) {
    if (rule.type === ValidationTypes.WHITELIST) continue; // It has no effect on values.
    // The source of a condition reveals nothing, and a rule without a name is named by its class.
    const values = rule.type === ValidationTypes.CONDITIONAL_VALIDATION ? [] : constraintsOf(rule);
    const isPlain = rule.type !== ValidationTypes.CUSTOM_VALIDATION || rule.name !== undefined;
    if (!isPlain || rule.validateIf !== undefined || !values.every(isText)) return undefined;
    key += `${rule.type} ${rule.name} ${rule.each} ${values.length === 0 ? '' : JSON.stringify(values)}\n`;
  }
  return key;
}

/** Whether JSON distinguishes a value from all others. */
function isText(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isText) : typeof value === 'string' || Number.isFinite(value);
}

/** The noun for a value; `undefined` for a string. */
function nounOf(type: ArgumentType): string | undefined {
  return type === TEXT ? undefined : type.expected;
}

/** Whether values can have items, which rules with `each` apply to. */
function isCollection(type: ArgumentType): boolean {
  return type instanceof ListType || type === JSON_TYPE;
}

const isOfItems = ({ each }: RuleContent): boolean => each;
const isOfWhole = ({ each }: RuleContent): boolean => !each;

/** The values that an argument accepts, if its rules or its type list them all. */
function valuesOf(type: ArgumentType, rules: readonly RuleContent[]): readonly string[] | undefined {
  const ruled = rules.map((rule) => listValues(rule, type)).find((listed) => listed !== undefined);
  const item = type instanceof ListType ? type.items : type;
  const values = ruled ?? (item instanceof EnumType ? item.values : undefined);
  return values?.map(String) ?? (type === SCALAR_TYPES.get(Boolean) ? ['true', 'false'] : undefined);
}

function listValues(rule: RuleContent, type: ArgumentType): readonly unknown[] | undefined {
  return listedValues(rule, valueTypeFor(rule, type).is);
}

/** The noun and conditions for a value: "an integer, at most 50". */
function phrase(typeNoun: string | undefined, rules: readonly RuleContent[], type: ArgumentType): string {
  const described = rules.map((rule) => describeRule(rule, valueTypeFor(rule, type).is));
  const listed = rules.findIndex((rule) => listValues(rule, type) !== undefined);
  const noun = described[listed]?.noun ?? described.find((each) => each.noun !== undefined)?.noun ?? typeNoun;
  return [noun, ...described.map((each) => each.condition)].filter((part) => part !== undefined).join(', ');
}

/** The schema keyword that names the rules that JSON Schema cannot express. */
const RULES = 'dev.cuecard/rules';

/** Whether the schema of the type, or of the rule itself, fully expresses the rule. */
function isExpressed(rule: RuleContent, type: ArgumentType): boolean {
  const { schema, condition } = describeRule(rule);
  return schema !== undefined || (rule.name === type.rule && condition === undefined);
}

const NO_NAMES: ReadonlyMap<RuleContent, readonly string[]> = new Map();

function namesOf({ type, name, constraintCls }: RuleContent): string[] {
  if (type === ValidationTypes.CONDITIONAL_VALIDATION) return name === 'isOptional' ? [] : ['validateIf'];
  if (type !== ValidationTypes.CUSTOM_VALIDATION || name === 'isDefined') return []; // The schema has `required`.
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map((each) => ruleName({ name, type }, each));
}
