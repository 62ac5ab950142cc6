import type { ArgOptions } from './arg.js';
import type { ArgumentType, TypedArgument } from './argument-type.js';
import type { Completer } from '../api/calls.js';
import type { DeclaredArg } from './declared-type.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { ForeignType, NestedType, ListType } from './object-types.js';
import type { PromptArgument } from '../protocol.js';
import type { RuleSet } from './rule-set.js';
import { isTransformed } from './transformations.js';
import { isOptionality, type RuleMetadata } from './rule-records.js';

/** One argument, compiled from `@Arg`, its property and its rules. */
export class ArgDefinition implements TypedArgument {
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
  readonly #options: ArgOptions;
  /** The initial value as JSON. */
  readonly #default: unknown;
  readonly #ruleSet: RuleSet;

  constructor(arg: DeclaredArg, type: ArgumentType, rules: readonly RuleMetadata[], ruleSet: RuleSet) {
    const { name: property, options, initial } = arg;
    this.name = options.name ?? property;
    this.property = property;
    this.type = type;
    this.isRequired = options.required ?? (initial === undefined && !rules.some(isOptionality));
    this.allowEmpty = options.allowEmpty ?? false;
    this.isNested = isObjectType(type);
    this.isTransformed = isTransformed(arg.type, property);
    this.#options = options;
    this.#default = toJson(initial);
    this.#ruleSet = ruleSet;
  }

  /** The titles that forms show instead of the argument's listed values. */
  get titles(): Readonly<Record<string, string>> | undefined {
    return this.#options.titles;
  }

  /** The name of the HTTP header that repeats the argument, without `Mcp-Param-`. */
  get header(): string | undefined {
    return this.#options.header;
  }

  /** Whether every request must contain the argument: it is required, and no rule depends on a condition. */
  get isAlwaysRequired(): boolean {
    return this.isRequired && !this.#ruleSet.isConditional;
  }

  /** The source of completions: the `complete` option of `@Arg`, otherwise the values listed by its rules or type. */
  get completer(): readonly string[] | Completer | undefined {
    return this.#options.complete ?? this.#ruleSet.values;
  }

  /** Whether it accepts free text, not just one of a few values or a value of another type. */
  get acceptsAnyText(): boolean {
    return this.#ruleSet.values === undefined;
  }

  /** The argument's entry in `prompts/list`. Its description ends with the accepted values. */
  get entry(): PromptArgument {
    const { title, description } = this.#options;
    const full = sentence(description, this.isTransformed ? '' : this.#ruleSet.accepted);
    return {
      name: this.name,
      ...(title !== undefined && { title }),
      ...(full !== '' && { description: full }),
      required: this.isAlwaysRequired,
    };
  }

  schema(definitions: SchemaDefinitions): JsonSchema {
    const { title, description } = this.#options;
    const ruled = this.isTransformed ? this.#ruleSet.transformedSchema : this.#ruleSet.schema(definitions);
    if (title === undefined && description === undefined && this.#default === undefined) return ruled;
    return {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...ruled,
      ...(this.#default !== undefined && { default: this.#default }),
    };
  }
}

function isObjectType(type: ArgumentType): boolean {
  if (type instanceof ListType) return isObjectType(type.items);
  return type instanceof NestedType || type instanceof ForeignType;
}

function sentence(description: string | undefined, accepted: string): string {
  const text = description?.trim() ?? '';
  if (text === '' || accepted === '') return text + accepted;
  return /[.!?:]$/.test(text)
    ? `${text} ${accepted.charAt(0).toUpperCase()}${accepted.slice(1)}`
    : `${text}: ${accepted}`;
}

/** An initial value as JSON; `undefined` if it has no JSON form. An array is copied, because the schema is frozen. */
function toJson(value: unknown): unknown {
  if (value instanceof Date || value instanceof URL) return value.toJSON();
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value;
  const items = Array.isArray(value) ? value.map(toJson) : [undefined];
  return items.includes(undefined) ? undefined : items;
}
