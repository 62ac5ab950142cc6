import { ValidationTypes } from 'class-validator';
import type { ArgOptions } from './arg.js';
import type { ArgumentType, TypedArgument } from './argument-type.js';
import type { Completer } from '../api/calls.js';
import type { DeclaredArg } from './declared-type.js';
import { type JsonSchema, intersect, type SchemaDefinitions } from '../json-schema.js';
import type { PromptArgument } from '../protocol.js';
import type { PropertyRules, Rule } from './rule.js';
import { ANY_JSON, TEXT } from './scalar-types.js';
import { isTransformed } from './transformations.js';
import type { RuledProperty } from './validation.js';

/** One argument, compiled from `@Arg`, its property and its rules. */
export class ArgDefinition implements TypedArgument, RuledProperty {
  readonly name: string;
  readonly property: string;
  readonly type: ArgumentType;
  readonly rules: PropertyRules;
  /** Whether a request without the argument is refused. */
  readonly isRequired: boolean;
  readonly allowEmpty: boolean;
  /** Whether class-transformer processes the value before the type reads it. */
  readonly isTransformed: boolean;
  readonly #options: ArgOptions;
  readonly #default: unknown;
  /** The accepted values, if the rules or the type list them all. */
  readonly #values: readonly string[] | undefined;

  constructor(
    { type: owner, name: property, options, initial }: DeclaredArg,
    type: ArgumentType,
    rules: PropertyRules,
  ) {
    this.name = options.name ?? property;
    this.property = property;
    this.type = type;
    this.rules = rules;
    this.isRequired = options.required ?? (initial === undefined && !rules.isOptional);
    this.allowEmpty = options.allowEmpty ?? false;
    this.isTransformed = isTransformed(owner, property);
    this.#options = options;
    this.#default = initialJson(initial);
    const ruleValues = rules.certain.map(({ listed }) => listed).findLast((listed) => listed !== undefined);
    this.#values = (ruleValues ?? (type.items ?? type).values)?.map(String);
  }

  get titles(): Readonly<Record<string, string>> | undefined {
    return this.#options.titles;
  }

  get header(): string | undefined {
    return this.#options.header;
  }

  /** Whether every request must contain the argument: it is required, and no rule depends on a condition. */
  get isAlwaysRequired(): boolean {
    return this.isRequired && this.rules.conditions.length === 0;
  }

  /** The source of suggestions: the option `complete` of `@Arg`, otherwise the values that its rules or type list. */
  get completer(): readonly string[] | Completer | undefined {
    return this.#options.complete ?? this.#values;
  }

  /** Whether the accepted values are not limited to a list from the rules or the type. */
  get acceptsAnyText(): boolean {
    return this.#values === undefined;
  }

  /** The argument's entry in `prompts/list`. Its description ends with the accepted values. */
  get entry(): PromptArgument {
    const { title, description } = this.#options;
    const fullDescription = joinSentence(description, this.isTransformed ? '' : this.#acceptedValues);
    return {
      name: this.name,
      ...(title !== undefined && { title }),
      ...(fullDescription !== '' && { description: fullDescription }),
      required: this.isAlwaysRequired,
    };
  }

  /** Describes the accepted values: "an integer, at most 50". */
  get #acceptedValues(): string {
    const { items, expected, jsType } = this.type;
    const certain = this.rules.certain.toReversed(); // Restores source order: decorators run bottom to top.
    const isForEachItem = (rule: Rule) => appliesToItems(rule) && (items !== undefined || jsType === undefined);
    const isForWholeValue = (rule: Rule) => !isForEachItem(rule);
    const whole = describeRules(this.type === TEXT ? undefined : expected, certain.filter(isForWholeValue));
    const each = describeRules(items === TEXT ? undefined : items?.expected, certain.filter(isForEachItem));
    return each === '' ? whole : `${whole}, each ${each}`;
  }

  schema(definitions: SchemaDefinitions): JsonSchema {
    const { title, description } = this.#options;
    return {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...this.#ruledSchema(definitions),
      ...(this.#default !== undefined && { default: this.#default }),
    };
  }

  #ruledSchema(definitions: SchemaDefinitions): JsonSchema {
    const { type, rules } = this;
    const { items } = type;
    const all = rules.all.toReversed();
    const conditions = rules.conditions.length === 0 ? [] : ['validateIf'];
    if (this.isTransformed) return withRuleNames({}, [...conditions, ...ruleNamesOf(all)]); // A transformation may accept anything.
    const schema = type.schema(definitions);
    if (items === undefined) return this.#constrain(schema, type, all, conditions);
    const isForWholeValue = (rule: Rule) => !appliesToItems(rule);
    return {
      ...this.#constrain(schema, type, all.filter(isForWholeValue), conditions),
      items: this.#constrain(schema['items'] as JsonSchema, items, all.filter(appliesToItems)),
    };
  }

  /** Adds rules to a schema: as keywords if JSON Schema can express them, otherwise by name. */
  #constrain(
    schema: JsonSchema,
    type: ArgumentType,
    rules: readonly Rule[],
    names: readonly string[] = [],
  ): JsonSchema {
    const { certain } = this.rules;
    let constrained = schema;
    const others = rules.filter((rule) => {
      // The schema of `ANY_JSON` has no `items` to which an `each` rule could be added.
      if (!certain.includes(rule) || (appliesToItems(rule) && type === ANY_JSON)) return true;
      const { schema: ruleSchema, condition } = rule.describe();
      if (ruleSchema !== undefined) constrained = intersect(constrained, ruleSchema);
      return ruleSchema === undefined && (rule.metadata.name !== type.rule || condition !== undefined);
    });
    return withRuleNames(constrained, [...names, ...ruleNamesOf(others)]);
  }
}

function appliesToItems({ metadata }: Rule): boolean {
  return metadata.each;
}

/** Returns the names of rules, except rules that the schema expresses as `required`. */
function ruleNamesOf(rules: readonly Rule[]): string[] {
  return rules.filter(({ metadata }) => metadata.type !== ValidationTypes.IS_DEFINED).map(({ name }) => name);
}

/** Adds the names of rules that JSON Schema cannot express, each once. */
function withRuleNames(schema: JsonSchema, names: readonly string[]): JsonSchema {
  return names.length === 0 ? schema : { ...schema, 'dev.cuecard/rules': [...new Set(names)] };
}

/** Describes a value with the noun and the conditions from its rules: "an integer, at most 50". */
function describeRules(typeNoun: string | undefined, rules: readonly Rule[]): string {
  const described = rules.map((rule) => rule.describe());
  const listing = described.find(({ values }) => values !== undefined);
  const noun = listing?.noun ?? described.find((each) => each.noun !== undefined)?.noun ?? typeNoun;
  return [noun, ...described.map((each) => each.condition)].filter((part) => part !== undefined).join(', ');
}

function joinSentence(description: string | undefined, accepted: string): string {
  const text = description?.trim() ?? '';
  if (text === '' || accepted === '') return text + accepted;
  return /[.!?:]$/.test(text)
    ? `${text} ${accepted.charAt(0).toUpperCase()}${accepted.slice(1)}`
    : `${text}: ${accepted}`;
}

/**
 * Converts an initial value to JSON; `undefined` if it has no JSON form. Arrays are copied, because the schema will be
 * frozen.
 */
function initialJson(value: unknown): unknown {
  if (value instanceof Date || value instanceof URL) return value.toJSON();
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value;
  const items = Array.isArray(value) ? value.map(initialJson) : [undefined];
  return items.includes(undefined) ? undefined : items;
}
