import { ValidationTypes } from 'class-validator';
import type { ArgOptions } from './arg.js';
import type { ArgumentType, TypedArgument } from './argument-type.js';
import type { Completer } from '../api/completer.js';
import type { DeclaredArg } from './declared-type.js';
import { type JsonSchema, intersect, type SchemaDefinitions } from '../json-schema.js';
import { EnumType } from './enum-type.js';
import { ListType } from './list-type.js';
import { ForeignType, NestedType } from './object-types.js';
import type { PromptArgument } from '../protocol.js';
import { allowedValues, describeRule } from '../validation/rule-descriptions.js';
import { SCALAR_TYPES } from './scalar-types.js';
import { isExpressed, unexpressed } from './unexpressed-rules.js';
import { isTransformed } from './transformations.js';
import type { Presence } from '../validation/property-plan.js';
import type { RuleMetadata } from '../validation/validation-rules.js';

/** One argument, compiled from `@Arg`, its property and its rules. */
export class ArgDefinition implements Presence, TypedArgument {
  /** The argument's name on the wire. */
  readonly name: string;
  /** The property that holds its value. */
  readonly property: string;
  readonly type: ArgumentType;
  /** Whether a request without the argument is refused. */
  readonly isRequired: boolean;
  readonly allowEmpty: boolean;
  readonly isNested: boolean;
  /** Whether class-transformer processes the value before the type does. */
  readonly isTransformed: boolean;
  /** Whether every request must contain the argument. Not the case if its rules depend on a condition. */
  readonly isAlwaysRequired: boolean;
  /** The source of completions: the `complete` option of `@Arg`, otherwise the values listed by its rules or type. */
  readonly completer: readonly string[] | Completer | undefined;
  /** Whether it accepts free text, not just one of a few values or a value of another type. */
  readonly acceptsAnyText: boolean;
  readonly #options: ArgOptions;
  readonly #initial: unknown;
  /** The rules that hold unconditionally. */
  readonly #rules: readonly RuleMetadata[];
  readonly #allRules: readonly RuleMetadata[];

  constructor(arg: DeclaredArg, type: ArgumentType, rules: readonly RuleMetadata[]) {
    const { name: property, options, initial } = arg;
    const conditions = rules.filter((rule) => rule.type === ValidationTypes.CONDITIONAL_VALIDATION);
    const isOptional = conditions.some((rule) => rule.name === 'isOptional');
    this.name = options.name ?? property;
    this.property = property;
    this.type = type;
    this.isRequired = options.required ?? (initial === undefined && !isOptional);
    this.allowEmpty = options.allowEmpty ?? false;
    this.isNested = isObjectType(type);
    this.isTransformed = isTransformed(arg.type, property);
    const isConditional = conditions.some((rule) => rule.name !== 'isOptional');
    this.isAlwaysRequired = this.isRequired && !isConditional;
    this.#options = options;
    this.#initial = initial;
    const isCertain = (rule: RuleMetadata) => rule.validateIf === undefined && !isConditional;
    this.#allRules = rules.toReversed(); // Decorators run from the last to the first.
    this.#rules = this.#allRules.every(isCertain) ? this.#allRules : this.#allRules.filter(isCertain);
    this.acceptsAnyText = valuesOf(type, this.#rules) === undefined;
    this.completer = options.complete ?? valuesOf(type, this.#rules);
  }

  /** The argument's entry in `prompts/list`. Its description ends with what is accepted. */
  get entry(): PromptArgument {
    const { title, description } = this.#options;
    const full = sentence(description, this.#accepted());
    return {
      name: this.name,
      ...(title !== undefined && { title }),
      ...(full !== '' && { description: full }),
      required: this.isAlwaysRequired,
    };
  }

  schema(definitions: SchemaDefinitions): JsonSchema {
    const { title, description } = this.#options;
    const initial = toJson(this.#initial);
    return {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      // Only the transformation knows what it accepts.
      ...(this.isTransformed ? unexpressed(this.#allRules) : this.#ruledSchema(definitions)),
      ...(initial !== undefined && { default: initial }),
    };
  }

  #ruledSchema(definitions: SchemaDefinitions): JsonSchema {
    const { type } = this;
    const schema = type.schema(definitions);
    if (!(type instanceof ListType)) {
      // In arbitrary JSON, a schema has no place for the rules of items.
      const isPlaced = ({ each }: RuleMetadata) => !each || !isCollection(type);
      return this.#constrained(schema, type, { isPlaced });
    }
    const items = this.#constrained(schema['items'] as JsonSchema, type.items, { isMeant: isOfItems });
    return { ...this.#constrained(schema, type, { isMeant: isOfWhole }), items };
  }

  /** Adds the rules that JSON Schema can express to a schema, and the names of the others. */
  #constrained(schema: JsonSchema, type: ArgumentType, { isMeant = isAny, isPlaced = isAny }: Selection): JsonSchema {
    const certain = this.#rules.filter((rule) => isMeant(rule) && isPlaced(rule));
    const isNamed = (rule: RuleMetadata) => isMeant(rule) && !(certain.includes(rule) && isExpressed(rule, type));
    return { ...constrain(schema, certain), ...unexpressed(this.#allRules.filter(isNamed)) };
  }

  #accepted(): string {
    const { type } = this;
    if (this.isTransformed) return '';
    if (!isCollection(type)) return phrase(nounOf(type), this.#rules);
    const item = phrase(type instanceof ListType ? nounOf(type.items) : undefined, this.#rules.filter(isOfItems));
    const whole = phrase(type.expected, this.#rules.filter(isOfWhole));
    return item === '' ? whole : `${whole}, each ${item}`;
  }
}

export const TEXT = SCALAR_TYPES.get(String) as ArgumentType;

/** The noun for a value; none for a string. */
function nounOf(type: ArgumentType): string | undefined {
  return type === TEXT ? undefined : type.expected;
}

/** Whether values can have items, which rules with `each` apply to. */
function isCollection(type: ArgumentType): boolean {
  return type instanceof ListType || type === SCALAR_TYPES.get(JSON);
}

/** A selection of an argument's rules. */
interface Selection {
  /** Whether the rule applies to what the schema describes. */
  readonly isMeant?: (rule: RuleMetadata) => boolean;
  /** Whether the schema has a place for the rule. */
  readonly isPlaced?: (rule: RuleMetadata) => boolean;
}

const isAny = (): boolean => true;
const isOfItems = ({ each }: RuleMetadata): boolean => each;
const isOfWhole = ({ each }: RuleMetadata): boolean => !each;

function isObjectType(type: ArgumentType): boolean {
  if (type instanceof ListType) return isObjectType(type.items);
  return type instanceof NestedType || type instanceof ForeignType;
}

/** The values that an argument accepts, if its rules or its type list them all. */
function valuesOf(type: ArgumentType, rules: readonly RuleMetadata[]): readonly string[] | undefined {
  const ruled = rules.map(allowedValues).find((allowed) => allowed !== undefined);
  const item = type instanceof ListType ? type.items : type;
  const values = ruled ?? (item instanceof EnumType ? item.values : undefined);
  return values?.map(String) ?? (type === SCALAR_TYPES.get(Boolean) ? ['true', 'false'] : undefined);
}

function constrain(schema: JsonSchema, rules: readonly RuleMetadata[]): JsonSchema {
  return rules.reduce((constrained, rule) => intersect(constrained, describeRule(rule).schema ?? {}), schema);
}

/** The noun and conditions for a value: "an integer, at most 50". */
function phrase(typeNoun: string | undefined, rules: readonly RuleMetadata[]): string {
  const described = rules.map(describeRule);
  const listed = rules.findIndex((rule) => allowedValues(rule) !== undefined);
  const noun = described[listed]?.noun ?? described.find((each) => each.noun !== undefined)?.noun ?? typeNoun;
  return [noun, ...described.map((each) => each.condition)].filter((part) => part !== undefined).join(', ');
}

function sentence(description: string | undefined, accepted: string): string {
  const said = description?.trim() ?? '';
  if (said === '' || accepted === '') return said + accepted;
  return /[.!?:]$/.test(said)
    ? `${said} ${accepted.charAt(0).toUpperCase()}${accepted.slice(1)}`
    : `${said}: ${accepted}`;
}

/** An initial value as JSON; `undefined` if it has no JSON form. An array is copied, because the schema is frozen. */
function toJson(value: unknown): unknown {
  if (value instanceof Date || value instanceof URL) return value.toJSON();
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value;
  const items = Array.isArray(value) ? value.map(toJson) : [undefined];
  return items.includes(undefined) ? undefined : items;
}
