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
import { isPromise, ignoreRejection } from '../pending.js';
import { type Description, type KnownRule, knownRule, listedValues, formatConstraint } from './rule-descriptions.js';
import { isInlineValidator, type RuleMetadata } from './rule-records.js';
import type { Awaitable, InjectableClass } from '../types.js';

export type ValidatorClass = InjectableClass<Validator>;

/** Constructs a validator class that has constructor parameters. */
export type ConstructValidator = (type: ValidatorClass) => Awaitable<Validator>;

/** A value to judge. */
export interface JudgedValue {
  /** The object that has it. */
  readonly object: object;
  readonly value: unknown;
  /** The name of the object's class. */
  readonly targetName: string;
  readonly path: string;
  /** Whether messages name the path, rather than the property. */
  readonly namesPath?: boolean;
}

/** One rule of a property, with its validator. */
export class Rule {
  readonly metadata: RuleMetadata;
  /** The rule of class-validator that has its name. */
  readonly known: KnownRule | undefined;
  /** The type of the values that it judges: that of the argument, or of its items. */
  readonly type: ArgumentType | undefined;
  /** The validator of a decorator that was created from a function. */
  readonly inline: Validator | undefined;
  /** Whether it judges how a value is written as text. */
  readonly judgesText: boolean = false;
  readonly #constraint: Constraint;

  constructor(metadata: RuleMetadata, constraint: Constraint, type: ArgumentType | undefined) {
    const validator = constraint.target as ValidatorClass;
    this.metadata = metadata;
    this.known = knownRule(metadata.name);
    this.type = (metadata.each ? type?.items : undefined) ?? type;
    // The prototype of a class that class-validator has made is its only instance: there may be many thousands.
    this.inline = isInlineValidator(validator) ? validator.prototype : undefined;
    this.#constraint = constraint;
    const { textRules = [], samples = [] } = this.type ?? {};
    this.judgesText = textRules.includes(metadata.name ?? '') && this.refusesAll(samples);
  }

  /** The rule on the whole value of an argument instead of its items, or the other way round. */
  withEach(each: boolean, type: ArgumentType): Rule {
    return new Rule({ ...this.metadata, each }, this.#constraint, type);
  }

  /**
   * The name that its author has given it, otherwise class-validator's name for all rules without one. class-validator
   * names an unnamed validator after its class. Clients never see that name, because bundlers change it.
   */
  get name(): string {
    const { target, name } = this.#constraint;
    return (name !== target.name && name) || this.metadata.name || this.metadata.type;
  }

  /** The values that it allows, if it lists them all. */
  get listed(): readonly unknown[] | undefined {
    return listedValues(this.metadata, this.type?.is);
  }

  /** Describes the values that it accepts; empty if that takes more than a few words. */
  describe(): Description {
    const description = this.known?.describe?.(...(this.constraints as never[])) ?? {};
    const values = this.listed;
    if (values === undefined || values.length === 0) return description;
    const noun =
      values.length === 1 ? formatConstraint(values[0]) : `one of ${values.map(formatConstraint).join(', ')}`;
    return { ...description, noun, values };
  }

  /** The arguments of its decorator, such as the values of `@IsIn()`. */
  get constraints(): unknown[] {
    return this.metadata.constraints ?? [];
  }

  /** The validator's class, if it has dependencies. */
  get injectedClass(): ValidatorClass | undefined {
    const type = this.#constraint.target as ValidatorClass;
    return this.inline === undefined && type.length > 0 ? type : undefined;
  }

  /** Its validator. Not kept: the application may set class-validator's container at any time. */
  validator(construct: ConstructValidator | undefined): Awaitable<Validator> {
    if (this.inline !== undefined) return this.inline;
    const { injectedClass } = this;
    return construct && injectedClass ? construct(injectedClass) : this.#constraint.instance;
  }

  /** @param text the string that the value was read from, if that is known and counts */
  judge(validator: Validator, { object, value, targetName }: JudgedValue, text?: string): Awaitable<boolean> {
    const { each, propertyName: property } = this.metadata;
    const judged = this.judgesText ? this.#textFor(value, text) : value;
    const validationArguments: ValidationArguments = {
      targetName,
      property,
      object,
      value: judged,
      constraints: this.constraints,
    };
    try {
      const items = each ? itemsOf(judged) : undefined;
      if (items === undefined) return validator.validate(judged, validationArguments);
      const verdicts = items.map((item) => validator.validate(item, validationArguments));
      return verdicts.some(isPromise)
        ? Promise.all(verdicts).then((all) => all.every(Boolean))
        : verdicts.every(Boolean);
    } catch (error) {
      if (error instanceof URIError) return false; // Half a surrogate pair, which is never intended.
      throw error;
    }
  }

  /** The text that a rule about strings judges: the string as it was read, otherwise the value (or each item) as text. */
  #textFor(value: unknown, text: string | undefined): unknown {
    const { type, metadata } = this;
    if (value === undefined || value === null) return value;
    if (metadata.each && Array.isArray(value)) return value.map((item) => type?.textOf(item));
    return text ?? type?.textOf(value);
  }

  /** Whether it is sure to refuse all of some values. Only a validator that needs nothing is called. */
  refusesAll(values: readonly unknown[]): boolean {
    const { inline } = this;
    return inline !== undefined && values.every((value) => this.#refuses(inline, value));
  }

  /**
   * Whether it refuses a value in each request. Only rules of class-validator are judged, and only if they always apply. A
   * date that is computed on each call changes the verdict.
   */
  isSureToRefuse(value: unknown): boolean {
    const { known, constraints, metadata } = this;
    const isComputed = /^(min|max)Date$/.test(metadata.name ?? '') && typeof constraints[0] === 'function';
    return known !== undefined && metadata.validateIf === undefined && !isComputed && this.refusesAll([value]);
  }

  #refuses(inline: Validator, value: unknown): boolean {
    try {
      const verdict = this.judge(inline, { object: {}, value, targetName: '', path: '' });
      ignoreRejection(verdict);
      return verdict === false;
    } catch {
      return false; // Not one of class-validator's rules.
    }
  }

  /** The fault of a value that it refuses. */
  faultOf(validator: Validator, judged: JudgedValue): ArgumentFault {
    const { noun, condition } = this.describe();
    const expected = noun ?? condition;
    const message = ruleMessage(this.metadata, judged, validator);
    return { argument: judged.path, rule: this.name, message, ...(expected !== undefined && { expected }) };
  }
}

/** The validator behind a decorator: its class, and class-validator's own instance of it. */
type Constraint = ReturnType<MetadataStorage['getTargetValidatorConstraints']>[number];

/** The rules of one property. */
export class PropertyRules {
  /** The rules of `@ValidateIf()`, without which the others do not apply. */
  readonly conditions: readonly RuleMetadata[];
  readonly isOptional: boolean;
  /** In class-validator's order: those that require a value come first. */
  readonly all: readonly Rule[];
  /** The decorator that applies the rules of the value's own class. */
  readonly nested: RuleMetadata | undefined;
  /** Whether the rules of the value's own class apply, with or without that decorator. */
  readonly isNested: boolean;

  constructor(records: readonly RuleMetadata[], type?: ArgumentType) {
    this.conditions = records.some(isCondition) ? records.filter(isCondition) : EMPTY;
    this.isOptional = records.some(isOptionalMarker);
    this.nested = records.find(isNestedValidation);
    this.isNested = this.nested !== undefined || (type?.items ?? type)?.isObject === true;
    this.all = compileRules(records, type);
  }

  /** Whether it accepts any value. */
  get isEmpty(): boolean {
    return this.all.length === 0 && this.conditions.length === 0 && !this.isNested;
  }

  /** Whether the others apply to a value. Evaluates all, as class-validator does: an error in one must not be masked. */
  areConditionsMet({ object, value }: JudgedValue): boolean {
    return this.conditions.map(({ constraints }) => constraints[0](object, value)).every(Boolean);
  }

  /** The rules that apply to every value. */
  get certain(): readonly Rule[] {
    if (this.conditions.length > 0) return EMPTY;
    const isCertain = ({ metadata }: Rule) => metadata.validateIf === undefined;
    return this.all.every(isCertain) ? this.all : this.all.filter(isCertain);
  }
}

/** The kinds of rules that are judged, in class-validator's order. */
const JUDGED_TYPES = [ValidationTypes.IS_DEFINED, ValidationTypes.CUSTOM_VALIDATION];

// Shared, because there may be many thousands of properties.
const EMPTY = Object.freeze([]);

function compileRules(records: readonly RuleMetadata[], type: ArgumentType | undefined): readonly Rule[] {
  const judged = JUDGED_TYPES.flatMap((kind) => records.filter((record) => record.type === kind));
  const all: Rule[] = [];
  for (const record of judged) for (const each of constraintsOf(record)) all.push(new Rule(record, each, type));
  return all.length === 0 ? EMPTY : all.slice(); // Without the room that `push` leaves.
}

/** The validators behind a decorator. There may be several; none if the class has no `@ValidatorConstraint()`. */
export function constraintsOf({ constraintCls }: RuleMetadata): readonly Constraint[] {
  return getMetadataStorage().getTargetValidatorConstraints(constraintCls);
}

/** Whether a decorator makes the others of its property apply only to present values. */
export function isOptionalMarker({ type, name }: RuleMetadata): boolean {
  return type === ValidationTypes.CONDITIONAL_VALIDATION && name === IS_OPTIONAL;
}

/** Whether a decorator makes the others of its property depend on other arguments. */
export function isCondition({ type, name }: RuleMetadata): boolean {
  return type === ValidationTypes.CONDITIONAL_VALIDATION && name !== IS_OPTIONAL;
}

/** Whether a decorator applies the rules of the value's own class. */
export function isNestedValidation({ type }: RuleMetadata): boolean {
  return type === ValidationTypes.NESTED_VALIDATION;
}

function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return value instanceof Set || value instanceof Map ? [...value.values()] : undefined;
}

/** The message of a broken rule, without the value that broke it or the value of any other argument. */
export function ruleMessage(metadata: RuleMetadata, judged: JudgedValue, validator?: Validator): string {
  const { propertyName: property, name, message: declaredMessage, constraints } = metadata;
  const label = judged.namesPath ? judged.path : property;
  const value = name === 'isLength' && !declaredMessage ? lengthOf(judged.value) : VALUE_WORDS;
  const { targetName } = judged;
  const args: ValidationArguments = { targetName, property, object: {}, value, constraints: constraints ?? [] };
  try {
    const message = declaredMessage || validator?.defaultMessage?.(args);
    return fillTemplate(message, label, args) || `${label} is not valid`;
  } catch {
    return `${label} is not valid`; // The message function needs the value, which it does not get.
  }
}

const VALUE_WORDS = 'the value';

// The message of `@Length` depends on the length of the value.
function lengthOf(value: unknown): unknown {
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
