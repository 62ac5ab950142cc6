import {
  getMetadataStorage,
  IS_OPTIONAL,
  IsInt,
  MetadataStorage,
  ValidationTypes,
  type ValidatorConstraintInterface,
} from 'class-validator';
import type { Awaitable, InjectableClass } from '../types.js';

/** The records of class-validator's decorators, as its public API returns them. */
export type RuleMetadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** A rule without its class. */
export interface RuleContent extends Pick<RuleMetadata, 'type' | 'each' | 'constraints' | 'constraintCls'> {
  readonly name?: string | undefined;
  readonly validateIf?: RuleMetadata['validateIf'] | undefined;
}

/** The arguments of a rule's decorator, such as the values of `@IsIn`. */
export function constraintsOf({ constraints }: Pick<RuleContent, 'constraints'>): unknown[] {
  return constraints ?? [];
}

/** Whether a rule is `@IsOptional()`, which limits the other rules of its property to present values. */
export function isOptionality({ type, name }: RuleContent): boolean {
  return type === ValidationTypes.CONDITIONAL_VALIDATION && name === IS_OPTIONAL;
}

/** Whether a rule is `@ValidateIf()`, which makes the other rules of its property depend on a condition. */
export function isCondition({ type, name }: RuleContent): boolean {
  return type === ValidationTypes.CONDITIONAL_VALIDATION && name !== IS_OPTIONAL;
}

export type ValidatorClass = InjectableClass<ValidatorConstraintInterface>;

/** Constructs a validator class that has constructor parameters. */
export type MakeValidator = (type: ValidatorClass) => Awaitable<ValidatorConstraintInterface>;

/** The validator behind a decorator: its class, and class-validator's own instance of it. */
type Constraint = ReturnType<MetadataStorage['getTargetValidatorConstraints']>[number];

/** One rule of one property, with its validator. */
export class Rule implements JudgedValues {
  readonly metadata: RuleMetadata;
  /** The validator of a decorator that was created from a function. */
  readonly inline: ValidatorConstraintInterface | undefined;
  readonly notation: Notation | undefined;
  readonly isOfType: ((value: unknown) => boolean) | undefined;
  readonly #constraint: Constraint;

  constructor(metadata: RuleMetadata, constraint: Constraint, { notation, isOfType }: JudgedValues) {
    const type = constraint.target as ValidatorClass;
    this.metadata = metadata;
    const inline = inlineOf(type);
    this.inline = inline !== undefined && ENCODING_RULES.has(constraint.name) ? withoutThrowing(inline) : inline;
    this.notation = notation;
    this.isOfType = isOfType;
    this.#constraint = constraint;
  }

  /** The rule's name; class-validator has a common name for rules whose author gave none. */
  get name(): string {
    return ruleName(this.metadata, this.#constraint);
  }

  /** The validator's class, if it has dependencies. */
  get injectedClass(): ValidatorClass | undefined {
    const type = this.#constraint.target as ValidatorClass;
    return this.inline === undefined && type.length > 0 ? type : undefined;
  }

  /** Returns the validator. It is not cached, because the application may set class-validator's container later. */
  validator(make: MakeValidator | undefined): Awaitable<ValidatorConstraintInterface> {
    const { injectedClass } = this;
    return make && injectedClass ? make(injectedClass) : this.#constraint.instance;
  }
}

/**
 * The name of a rule. Not its validator's class name, class-validator's default: bundlers change class names.
 */
export function ruleName({ name, type }: Pick<RuleContent, 'name' | 'type'>, constraint: Constraint): string {
  const { target, name: given } = constraint;
  return (given !== target.name && given) || name || type;
}

/** The values that a rule judges. */
interface JudgedValues {
  /** The notation of a rule that is judged on text; `undefined` for a rule on the value itself. */
  readonly notation?: Notation | undefined;
  /** The type of the values; `undefined` if it is not known. */
  readonly isOfType?: ((value: unknown) => boolean) | undefined;
}

/** How a value is written. */
export interface Notation {
  readonly write: (value: never) => string;
  /** Whether the string that was read takes precedence over the result of `write`. */
  readonly isAsRead: boolean;
}

/** The rules of a class and its parents, by property. */
export type RulesByProperty = ReadonlyMap<string, readonly RuleMetadata[]>;

/** The rules of a class and its parents, as class-validator merges them. */
export function readRules(type: Function, groups: readonly string[] = []): readonly RuleMetadata[] {
  const { validationMetadatas: all } = validatorRecords();
  const classes = ancestry(type).filter((each) => all.has(each));
  const [only = type] = classes;
  // Without groups and inherited rules there is nothing to merge.
  if (groups.length === 0 && classes.length < 2 && only === type) return all.get(type) ?? NONE;
  // A storage with only these classes gives the same result: class-validator's own would search all classes.
  const storage = new MetadataStorage();
  for (const each of classes) for (const rule of all.get(each) ?? NONE) storage.addValidationMetadata(rule);
  return storage.getTargetValidationMetadatas(type, '', false, false, [...groups]);
}

/** The rules of a class and its parents, the parents' first, including replaced rules. */
export function allRules(type: Function): readonly RuleMetadata[] {
  const { validationMetadatas: all } = validatorRecords();
  return ancestry(type).flatMap((each) => all.get(each) ?? NONE);
}

const NONE: readonly RuleMetadata[] = Object.freeze([]);
const ANY_VALUES: JudgedValues = {};

/** Removes the rules of a class from class-validator, so that classes that are created repeatedly do not accumulate. */
export function forgetRules(type: Function, inlineSource = INLINE_SOURCE): void {
  const { validationMetadatas, constraintMetadatas } = validatorRecords();
  for (const { constraintCls } of validationMetadatas.get(type) ?? []) {
    if (typeof constraintCls === 'function' && isInline(constraintCls as ValidatorClass, inlineSource))
      constraintMetadatas.delete(constraintCls);
  }
  validationMetadatas.delete(type);
}

/** The records of all classes and all validators. */
interface ValidatorRecords {
  readonly validationMetadatas: Map<Function, RuleMetadata[]>;
  readonly constraintMetadatas: Map<unknown, unknown>;
}

/**
 * class-validator's maps, which it declares as private. Its public functions cannot release a class, and search all
 * records on each call, which is slow with 10,000 classes.
 * @throws {TypeError} if a release of class-validator has other maps
 */
function validatorRecords(): ValidatorRecords {
  const storage: object = getMetadataStorage();
  const { validationMetadatas, constraintMetadatas } = storage as Partial<ValidatorRecords>;
  if (validationMetadatas instanceof Map && constraintMetadatas instanceof Map)
    return { validationMetadatas, constraintMetadatas };
  throw new TypeError('The records of class-validator are not where 0.14 and 0.15 keep them. Install one of these');
}

/** A class and its parents, the most distant first. */
function ancestry(type: Function): Function[] {
  const parent: unknown = Object.getPrototypeOf(type.prototype ?? Object.prototype)?.constructor;
  return typeof parent === 'function' && parent !== type ? [...ancestry(parent), type] : [type];
}

/** Compiles one rule for each validator of a decorator. A decorator may have several validators, or none. */
export function compileRules(metadata: RuleMetadata, values: JudgedValues = ANY_VALUES): readonly Rule[] {
  const constraints = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);
  return constraints.map((constraint) => new Rule(metadata, constraint, values));
}

// `ValidateBy` and `registerDecorator`, which also make class-validator's own decorators, create a class with this source
// for each decorator, and with this name unless a bundler has changed it. class-validator would search a list of all such
// classes for the instance.
function isInline(type: ValidatorClass, inlineSource = INLINE_SOURCE): boolean {
  return sourceOf(type) === inlineSource || (type.name === 'CustomConstraint' && type.length === 0);
}

/** An inline validator. For a class made by class-validator, its stateless prototype, to save thousands of instances. */
function inlineOf(type: ValidatorClass): ValidatorConstraintInterface | undefined {
  if (sourceOf(type) === INLINE_SOURCE) return type.prototype;
  return isInline(type) ? new type() : undefined;
}

/** class-validator's rules that encode a string as a URI, which throws on half a surrogate pair. */
const ENCODING_RULES: ReadonlySet<string> = new Set(['isEmail', 'isByteLength']);

/** A rule that refuses text that cannot be encoded: half a surrogate pair is never intended. */
function withoutThrowing(rule: ValidatorConstraintInterface): ValidatorConstraintInterface {
  return {
    validate(value, args) {
      try {
        return rule.validate(value, args);
      } catch (error) {
        if (error instanceof URIError) return false;
        throw error;
      }
    },
    ...(rule.defaultMessage && { defaultMessage: (args) => rule.defaultMessage?.(args) ?? '' }),
  };
}

/** The source of the classes that class-validator makes. */
const INLINE_SOURCE = readInlineSource();

function readInlineSource(): string {
  class Probe {}
  IsInt()(Probe.prototype, 'probe');
  const [rule] = readRules(Probe);
  const source = sourceOf(rule?.constraintCls ?? Probe);
  forgetRules(Probe, source);
  return source;
}

function sourceOf(type: Function): string {
  return Function.prototype.toString.call(type);
}
