import {
  getMetadataStorage,
  IS_OPTIONAL,
  type MetadataStorage,
  type ValidationArguments,
  ValidationTypes,
  type ValidatorConstraintInterface as Validator,
} from 'class-validator';
import type { ArgumentType } from './argument-type.js';
import type { ArgumentFault } from '../errors.js';
import { isPromise, ignoreRejection } from '../promises.js';
import { type Description, type KnownRule, knownRule, listedValues, formatValue } from './rule-descriptions.js';
import { isInline, type RuleMetadata } from './rule-records.js';
import type { Awaitable, InjectableClass } from '../types.js';

export type ValidatorClass = InjectableClass<Validator>;

/** Constructs a validator class whose constructor has parameters. */
export type ConstructValidator = (type: ValidatorClass) => Awaitable<Validator>;

export interface RuleInput {
  readonly object: object;
  readonly value: unknown;
  readonly targetName: string;
  readonly path: string;
  /** Whether messages contain the path instead of the property's name. */
  readonly showsPath?: boolean;
}

export class Rule {
  readonly metadata: RuleMetadata;
  /** The class-validator rule with the same name, if there is one. */
  readonly known: KnownRule | undefined;
  /** The type of the values that the rule validates: the argument's type, or its items' type. */
  readonly type: ArgumentType | undefined;
  /** The validator, if class-validator generated its class for a decorator. */
  readonly inline: Validator | undefined;
  /** Whether the rule validates the text form of a value. */
  readonly judgesText: boolean = false;
  readonly #constraint: Constraint;

  constructor(metadata: RuleMetadata, constraint: Constraint, type: ArgumentType | undefined) {
    const validator = constraint.target as ValidatorClass;
    this.metadata = metadata;
    this.known = knownRule(metadata.name);
    this.type = (metadata.each ? type?.items : undefined) ?? type;
    // The prototype serves as the instance, because there may be many thousands of generated classes.
    this.inline = isInline(validator) ? validator.prototype : undefined;
    this.#constraint = constraint;
    const { textRules = [], samples = [] } = this.type ?? {};
    this.judgesText = textRules.includes(metadata.name ?? '') && this.refusesAll(samples);
  }

  /** Returns the same rule with a different `each`: for the items of an argument, or for the whole value. */
  withEach(each: boolean, type: ArgumentType): Rule {
    return new Rule({ ...this.metadata, each }, this.#constraint, type);
  }

  /**
   * The name that the rule's author gave it, otherwise the rule's type. class-validator names a nameless validator
   * after its class. Bundlers rename classes, so that name is not used.
   */
  get name(): string {
    const { target, name } = this.#constraint;
    return (name !== target.name && name) || this.metadata.name || this.metadata.type;
  }

  /** The values that the rule allows, if the rule lists them all. */
  get listed(): readonly unknown[] | undefined {
    return listedValues(this.metadata, this.type?.is);
  }

  /** Describes the accepted values. The description is empty if no short one exists. */
  describe(): Description {
    const description = this.known?.describe?.(...(this.constraints as never[])) ?? {};
    const values = this.listed;
    if (values === undefined || values.length === 0) return description;
    const noun = values.length === 1 ? formatValue(values[0]) : `one of ${values.map(formatValue).join(', ')}`;
    return { ...description, noun, values };
  }

  /** The arguments of the rule's decorator, such as the values of `@IsIn()`. */
  get constraints(): unknown[] {
    return this.metadata.constraints ?? [];
  }

  /** The validator's class, if its constructor has parameters. */
  get injectedClass(): ValidatorClass | undefined {
    const type = this.#constraint.target as ValidatorClass;
    return this.inline === undefined && type.length > 0 ? type : undefined;
  }

  /**
   * Returns the rule's validator. It is not cached, because the application may change class-validator's container at
   * any time.
   */
  validator(construct: ConstructValidator | undefined): Awaitable<Validator> {
    if (this.inline !== undefined) return this.inline;
    const { injectedClass } = this;
    return construct && injectedClass ? construct(injectedClass) : this.#constraint.instance;
  }

  /** @param text the string that the value was read from, if the rule validates text */
  check(validator: Validator, { object, value, targetName }: RuleInput, text?: string): Awaitable<boolean> {
    const { each, propertyName: property } = this.metadata;
    const checked = this.judgesText ? this.#textFor(value, text) : value;
    const args: ValidationArguments = {
      targetName,
      property,
      object,
      value: checked,
      constraints: this.constraints,
    };
    try {
      const items = each ? itemsOf(checked) : undefined;
      if (items === undefined) return validator.validate(checked, args);
      const verdicts = items.map((item) => validator.validate(item, args));
      return verdicts.some(isPromise)
        ? Promise.all(verdicts).then((all) => all.every(Boolean))
        : verdicts.every(Boolean);
    } catch (error) {
      if (error instanceof URIError) return false; // Thrown for half a surrogate pair, which is never a valid value.
      throw error;
    }
  }

  /**
   * Returns the text that the rule validates: the string that the value was read from, otherwise the value written as
   * text. For a rule with `each`, returns each item written as text.
   */
  #textFor(value: unknown, text: string | undefined): unknown {
    const { type, metadata } = this;
    if (value === undefined || value === null) return value;
    if (metadata.each && Array.isArray(value)) return value.map((item) => type?.textOf(item));
    return text ?? type?.textOf(value);
  }

  /**
   * Whether the rule certainly rejects all these values. Always `false` unless class-validator generated the validator.
   */
  refusesAll(values: readonly unknown[]): boolean {
    const { inline } = this;
    return inline !== undefined && values.every((value) => this.#refuses(inline, value));
  }

  /**
   * Whether the rule rejects a value in every request. This is certain only for class-validator's own rules without a
   * condition. `@MinDate` and `@MaxDate` with a function are excluded, because the date may change.
   */
  isSureToRefuse(value: unknown): boolean {
    const { known, constraints, metadata } = this;
    const isComputed = /^(min|max)Date$/.test(metadata.name ?? '') && typeof constraints[0] === 'function';
    return known !== undefined && metadata.validateIf === undefined && !isComputed && this.refusesAll([value]);
  }

  #refuses(inline: Validator, value: unknown): boolean {
    try {
      const verdict = this.check(inline, { object: {}, value, targetName: '', path: '' });
      ignoreRejection(verdict);
      return verdict === false;
    } catch {
      return false; // The validator may be the application's own, and may throw.
    }
  }

  /** Creates the fault for a value that the rule rejects. */
  faultOf(validator: Validator, input: RuleInput): ArgumentFault {
    const { noun, condition } = this.describe();
    const expected = noun ?? condition;
    const message = ruleMessage(this.metadata, input, validator);
    return { argument: input.path, rule: this.name, message, ...(expected !== undefined && { expected }) };
  }
}

/** The validator behind a decorator: its class, and the instance that class-validator holds. */
type Constraint = ReturnType<MetadataStorage['getTargetValidatorConstraints']>[number];

export class PropertyRules {
  /** The conditions of `@ValidateIf()`. If any of them is not met, no rule applies. */
  readonly conditions: readonly RuleMetadata[];
  readonly isOptional: boolean;
  /** All rules in class-validator's order: rules that require a value come first. */
  readonly all: readonly Rule[];
  /** `@ValidateNested()`, which applies the rules of the value's class. */
  readonly nested: RuleMetadata | undefined;
  /** Whether the rules of the value's class apply, with or without `@ValidateNested()`. */
  readonly isNested: boolean;

  constructor(records: readonly RuleMetadata[], type?: ArgumentType) {
    this.conditions = records.some(isCondition) ? records.filter(isCondition) : EMPTY;
    this.isOptional = records.some(isOptionalMarker);
    this.nested = records.find(isNestedValidation);
    this.isNested = this.nested !== undefined || (type?.items ?? type)?.isObject === true;
    this.all = compileRules(records, type);
  }

  /** Whether there are no rules. */
  get isEmpty(): boolean {
    return this.all.length === 0 && this.conditions.length === 0 && !this.isNested;
  }

  /**
   * Whether the rules apply to a value. Evaluates all conditions, as class-validator does, so that a condition that
   * throws is never skipped.
   */
  areConditionsMet({ object, value }: RuleInput): boolean {
    return this.conditions.map(({ constraints }) => constraints[0](object, value)).every(Boolean);
  }

  /** The rules that apply to every value, because they have no condition. */
  get certain(): readonly Rule[] {
    if (this.conditions.length > 0) return EMPTY;
    const isCertain = ({ metadata }: Rule) => metadata.validateIf === undefined;
    return this.all.every(isCertain) ? this.all : this.all.filter(isCertain);
  }
}

/** The types of rules that are run, in class-validator's order. */
const RULE_TYPES = [ValidationTypes.IS_DEFINED, ValidationTypes.CUSTOM_VALIDATION];

// One shared array, because there may be many thousands of properties.
const EMPTY = Object.freeze([]);

function compileRules(records: readonly RuleMetadata[], type: ArgumentType | undefined): readonly Rule[] {
  const ordered = RULE_TYPES.flatMap((kind) => records.filter((record) => record.type === kind));
  const all: Rule[] = [];
  for (const record of ordered) for (const each of constraintsOf(record)) all.push(new Rule(record, each, type));
  return all.length === 0 ? EMPTY : all.slice(); // A copy without the spare capacity that `push` leaves.
}

/**
 * Returns the validators behind a decorator. There may be several. The array is empty if the validator class has no
 * `@ValidatorConstraint()`.
 */
export function constraintsOf({ constraintCls }: RuleMetadata): readonly Constraint[] {
  return getMetadataStorage().getTargetValidatorConstraints(constraintCls);
}

/** Whether a decorator is `@IsOptional()`, so that the property's other rules apply only to present values. */
export function isOptionalMarker({ type, name }: RuleMetadata): boolean {
  return type === ValidationTypes.CONDITIONAL_VALIDATION && name === IS_OPTIONAL;
}

/** Whether a decorator is `@ValidateIf()`, so that the property's other rules depend on a condition. */
export function isCondition({ type, name }: RuleMetadata): boolean {
  return type === ValidationTypes.CONDITIONAL_VALIDATION && name !== IS_OPTIONAL;
}

/** Whether a decorator is `@ValidateNested()`. */
export function isNestedValidation({ type }: RuleMetadata): boolean {
  return type === ValidationTypes.NESTED_VALIDATION;
}

function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return value instanceof Set || value instanceof Map ? [...value.values()] : undefined;
}

/** Returns the message of a broken rule. The message contains neither the value nor other arguments' values. */
export function ruleMessage(metadata: RuleMetadata, input: RuleInput, validator?: Validator): string {
  const { propertyName: property, name, message: declaredMessage, constraints } = metadata;
  const label = input.showsPath ? input.path : property;
  const value = name === 'isLength' && !declaredMessage ? lengthStandIn(input.value) : VALUE_WORDS;
  const { targetName } = input;
  const args: ValidationArguments = { targetName, property, object: {}, value, constraints: constraints ?? [] };
  try {
    const message = declaredMessage || validator?.defaultMessage?.(args);
    return fillTemplate(message, label, args) || `${label} is not valid`;
  } catch {
    return `${label} is not valid`; // The message function probably needs the value, which it does not receive.
  }
}

const VALUE_WORDS = 'the value';

// Returns a stand-in for the value with the same length, because the message of `@Length` depends on the length.
function lengthStandIn(value: unknown): unknown {
  return value ? { length: (value as { readonly length?: unknown }).length, toString: () => VALUE_WORDS } : '';
}

function fillTemplate(message: RuleMetadata['message'] | undefined, label: string, args: ValidationArguments) {
  const { constraints, targetName } = args;
  return (typeof message === 'function' ? message(args) : message)
    ?.replace(/\$constraint(\d+)/g, (token, number: string) => {
      const constraint: unknown = constraints[Number(number) - 1];
      if (!Object.hasOwn(constraints, Number(number) - 1)) return token;
      return Array.isArray(constraint) ? constraint.join(', ') : String(constraint);
    })
    .replaceAll('$value', VALUE_WORDS)
    .replaceAll('$target', targetName)
    .replaceAll('$property', () => label);
}
