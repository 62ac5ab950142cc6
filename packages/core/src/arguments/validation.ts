import { type ValidationArguments, type ValidatorConstraintInterface, ValidationTypes } from 'class-validator';
import type { ArgDefinition } from './arg-definition.js';
import { type ArgumentFault, FAULTS_REPORTED } from '../errors.js';
import { isPending, swallowRejection } from '../pending.js';
import type { Awaitable } from '../types.js';
import { judgedValues } from './rule-defects.js';
import { ruleMessage } from './rule-message.js';
import {
  compileRules,
  constraintsOf,
  isCondition,
  isOptionality,
  type MakeValidator,
  readRules,
  type Rule,
  type RuleMetadata,
  type RulesByProperty,
  type ValidatorClass,
} from './rule-records.js';
import { describeRule } from './rule-descriptions.js';

// The rules, their validators and their messages are class-validator's. Only this loop, which runs them, is ours.
// class-validator's own executor searches the rules and the validators of all classes of the process on each call: five
// rules take it 240 µs next to 2,000 classes in use and 1.2 ms next to 10,000, and this loop 1.2 µs. It also puts values
// into messages, merges two rules of one name, has no limit of faults, and leaves a rejection unhandled if another rule
// throws. "Rules" in docs/arguments.md lists each difference, and same-verdicts-as-class-validator.test.ts compares both.

/** One validation: the faults so far, and the pending work. */
export interface Validation {
  readonly faults: ArgumentFault[];
  readonly pending: Promise<unknown>[];
  /** The paths that already have faults, and the paths of the objects that contain them. Their rules are skipped. */
  readonly refused?: ReadonlySet<string> | undefined;
  readonly makeValidator?: MakeValidator | undefined;
  /** Whether an empty string satisfies a required argument. */
  readonly keepsEmpty?: boolean;
  /**
   * The names in paths: on the wire, or of properties. Messages then contain the path.
   * @default paths with properties, and messages with only the property, as in class-validator
   */
  readonly naming?: 'wire' | 'property';
}

/** A value and its location. */
interface ValueLocation {
  readonly object: object;
  readonly value: unknown;
  readonly path: string;
}

type Values = Readonly<Record<string, unknown>>;

/** The rules of one property. */
export interface PropertyPlan {
  readonly name: string;
  readonly argument: ArgDefinition | undefined;
  /** The rules of `@ValidateIf()`. */
  readonly conditions: readonly RuleMetadata[];
  readonly isOptional: boolean;
  readonly rules: readonly Rule[];
  /** The `@ValidateNested()` of the property. */
  readonly nested: RuleMetadata | undefined;
  /** Whether the rules of the value's own class apply, with or without `@ValidateNested()`. */
  readonly isNested: boolean;
  /** Whether only the presence of the value is checked. */
  readonly isPresenceOnly: boolean;
}

/** The rules of one class, compiled once. */
export class ValidationPlan {
  readonly type: Function;
  readonly properties: readonly PropertyPlan[];
  readonly #plans: ValidationPlans;
  readonly #targetName: string;
  /** The strings that properties were read from; `undefined` if no rule is judged on them. */
  readonly #texts: WeakMap<object, Map<string, string>> | undefined;

  constructor(plans: ValidationPlans, type: Function, args: readonly ArgDefinition[], rules: RulesByProperty) {
    this.type = type;
    this.#plans = plans;
    this.#targetName = type.name;
    const others = [...rules.keys()].filter((name) => !args.some(({ property }) => property === name));
    this.properties = [
      ...args.map((arg) => compileProperty(arg.property, arg, rules.get(arg.property) ?? NONE)),
      ...others.map((name) => compileProperty(name, undefined, rules.get(name) ?? NONE)),
    ];
    const isAsRead = this.properties.some((property) => property.rules.some(({ notation }) => notation?.isAsRead));
    this.#texts = isAsRead ? new WeakMap() : undefined;
  }

  /** The validator classes that dependency injection must be able to construct. */
  get validators(): readonly ValidatorClass[] {
    return this.properties.flatMap(({ rules }) => rules.flatMap(({ injectedClass }) => injectedClass ?? NONE));
  }

  /** Whether a property that is not an argument may contain objects that have rules. */
  get reachesUnknownClasses(): boolean {
    return this.properties.some(({ argument, nested }) => argument === undefined && nested !== undefined);
  }

  /** The plan of a value's actual class. */
  rulesFor(value: object): ValidationPlan | undefined {
    return this.#plans.planFor(value);
  }

  /** Remembers the string that a property was read from, if a rule of the class judges such strings. */
  keepText(object: object, property: string, text: unknown): void {
    if (this.#texts === undefined || typeof text !== 'string') return;
    const texts = this.#texts.get(object) ?? new Map<string, string>();
    this.#texts.set(object, texts.set(property, text));
  }

  /** Adds a fault for every rule that the object breaks. */
  check(object: object, path: string, validation: Validation): void {
    for (const property of this.properties) {
      const value = (object as Values)[property.name];
      if (property.isPresenceOnly && value !== undefined && value !== '') continue; // No rules, and the value is present.
      const name = (validation.naming === 'wire' && property.argument?.name) || property.name;
      this.#checkProperty(property, { object, value, path: path + name }, validation);
    }
  }

  #checkProperty(property: PropertyPlan, site: ValueLocation, validation: Validation): void {
    const isRefused = validation.refused?.has(site.path) === true;
    if ((isRefused && site.value === undefined) || !hasValue(property, site, validation)) return;
    if (!isRefused) for (const rule of property.rules) this.#checkRule(rule, site, validation);
    if (property.isNested) this.#checkNested(property.nested, site, validation);
  }

  #checkRule(rule: Rule, site: ValueLocation, validation: Validation): void {
    const { validateIf } = rule.metadata;
    if (validateIf !== undefined && !validateIf(site.object, site.value)) return;
    const inlineVerdict = rule.inline && this.#judge(rule, rule.inline, site);
    if (inlineVerdict === true) return; // The usual case.
    const validator = rule.inline ?? rule.validator(validation.makeValidator);
    const verdict = inlineVerdict ?? this.#judgeBy(validator, rule, site);
    if (isPending(verdict)) {
      const report = async (isValid: boolean) => isValid || this.#report(rule, await validator, site, validation);
      const work = verdict.then(report);
      swallowRejection(work); // If a rule throws, validation may end before this is awaited.
      validation.pending.push(work);
    } else if (!verdict) this.#report(rule, validator as ValidatorConstraintInterface, site, validation);
  }

  /** Whether a rule of class-validator refuses a value. */
  isBroken(rule: Rule, site: ValueLocation): boolean {
    try {
      const verdict = rule.inline === undefined || this.#judge(rule, rule.inline, site);
      swallowRejection(verdict);
      return verdict === false;
    } catch {
      return false; // An application's rule with the name of a class-validator rule may throw.
    }
  }

  #judgeBy(validator: Awaitable<ValidatorConstraintInterface>, rule: Rule, site: ValueLocation): Awaitable<boolean> {
    return isPending(validator)
      ? validator.then((ready) => this.#judge(rule, ready, site))
      : this.#judge(rule, validator, site);
  }

  #judge(rule: Rule, validator: ValidatorConstraintInterface, site: ValueLocation): Awaitable<boolean> {
    const { metadata } = rule;
    const value = rule.notation === undefined ? site.value : this.#writtenForm(rule, site);
    const args: ValidationArguments = {
      targetName: this.#targetName,
      property: metadata.propertyName,
      object: site.object,
      value,
      constraints: constraintsOf(metadata),
    };
    const items = metadata.each ? itemsOf(value) : undefined;
    if (items === undefined) return validator.validate(value, args);
    const verdicts = items.map((item) => validator.validate(item, args));
    return verdicts.some(isPending) ? Promise.all(verdicts).then((all) => all.every(Boolean)) : verdicts.every(Boolean);
  }

  /**
   * The text that a rule about strings judges: the string as it was read, otherwise the value (or each item) written as
   * text.
   */
  #writtenForm({ notation, metadata }: Rule, { object, value }: ValueLocation): unknown {
    if (notation === undefined || value === undefined || value === null) return value;
    const { write, isAsRead } = notation;
    if (metadata.each && Array.isArray(value)) return value.map((item) => write(item as never));
    const text = isAsRead ? this.#texts?.get(object)?.get(metadata.propertyName) : undefined;
    return text ?? write(value as never);
  }

  #report(
    rule: Rule,
    validator: ValidatorConstraintInterface,
    site: ValueLocation,
    { faults, naming }: Validation,
  ): void {
    const { path, value } = site;
    const defaultMessage = (args: ValidationArguments) => validator.defaultMessage?.(args);
    const label = naming && path;
    const message = ruleMessage(rule.metadata, { targetName: this.#targetName, label, value, defaultMessage });
    const { noun, condition } = describeRule(rule.metadata, rule.isOfType);
    const expected = noun ?? condition;
    faults.push({ argument: path, rule: rule.name, message, ...(expected !== undefined && { expected }) });
  }

  #checkNested(
    decorator: RuleMetadata | undefined,
    { object, value, path }: ValueLocation,
    validation: Validation,
  ): void {
    if (value === undefined) return;
    const items = entriesOf(value);
    for (const [key, item] of items ?? []) {
      if (validation.faults.length > FAULTS_REPORTED) return;
      this.#checkNested(decorator, { object, value: item, path: `${path}[${String(key)}]` }, validation);
    }
    if (items !== undefined) return;
    if (value instanceof Object) this.rulesFor(value)?.check(value, `${path}.`, validation);
    else if (decorator !== undefined) {
      const defaultMessage = () => undefined;
      const label = validation.naming && path;
      const message = ruleMessage(decorator, { targetName: this.#targetName, label, value, defaultMessage });
      validation.faults.push({ argument: path, rule: ValidationTypes.NESTED_VALIDATION, message });
    }
  }
}

// Shared, because there may be many thousands of properties.
const NONE = Object.freeze([]);

function compileProperty(
  name: string,
  argument: ArgDefinition | undefined,
  rules: readonly RuleMetadata[],
): PropertyPlan {
  const conditions = rules.some(isCondition) ? rules.filter(isCondition) : NONE;
  const nested = rules.find(({ type }) => type === ValidationTypes.NESTED_VALIDATION);
  const isNested = nested !== undefined || argument?.isNested === true;
  const judged = compileJudged(rules, argument);
  return {
    name,
    argument,
    conditions,
    isOptional: rules.some(isOptionality),
    rules: judged,
    nested,
    isNested,
    isPresenceOnly: judged.length === 0 && conditions.length === 0 && !isNested,
  };
}

/** The types of the rules that judge a value, in class-validator's order. */
const JUDGED = [ValidationTypes.IS_DEFINED, ValidationTypes.CUSTOM_VALIDATION];

function compileJudged(rules: readonly RuleMetadata[], argument: ArgDefinition | undefined): readonly Rule[] {
  const judged: Rule[] = [];
  for (const rule of JUDGED.flatMap((kind) => rules.filter(({ type }) => type === kind)))
    judged.push(...compileRules(rule, argument && judgedValues(rule, argument.type)));
  return judged.length === 0 ? NONE : judged.slice(); // Frees the capacity that `push` has reserved.
}

/** Whether there is a value to validate. Adds a fault if a required value is missing. */
function hasValue(
  { argument, conditions, isOptional }: PropertyPlan,
  site: ValueLocation,
  validation: Validation,
): boolean {
  const { object, value, path } = site;
  // Evaluate all conditions, as class-validator does: an error in one must not be masked by another.
  if (conditions.length > 0 && !conditions.map(({ constraints }) => constraints[0](object, value)).every(Boolean))
    return false;
  if (isOptional && (value === undefined || value === null)) return false;
  if (argument === undefined || !isAbsent(value, argument, validation.keepsEmpty)) return true;
  if (argument.isRequired)
    validation.faults.push({ argument: path, rule: 'isDefined', message: `${path} is required` });
  return false;
}

/** Whether a value counts as absent. */
export function isAbsent(value: unknown, { isRequired, allowEmpty }: ArgDefinition, keepsEmpty = false): boolean {
  return value === undefined || (isRequired && value === '' && !allowEmpty && !keepsEmpty);
}

/** The members of a collection, with the keys that paths use. */
function entriesOf(value: unknown): Iterable<[unknown, unknown]> | undefined {
  if (value instanceof Map) return value;
  return Array.isArray(value) || value instanceof Set ? [...value].entries() : undefined;
}

function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return value instanceof Set || value instanceof Map ? [...value.values()] : undefined;
}

/** The paths of faults, and the paths of the objects and lists that contain them. */
export function refusedPaths(faults: readonly ArgumentFault[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { argument } of faults) {
    paths.add(argument);
    for (const { index } of argument.matchAll(/[.[]/g)) paths.add(argument.slice(0, index));
  }
  return paths;
}

/** The compiled rules of all classes that one arguments class refers to. */
export class ValidationPlans {
  readonly #groups: readonly string[];
  readonly #plans = new Map<Function, ValidationPlan>();

  constructor(groups: readonly string[] = NONE) {
    this.#groups = groups;
  }

  /** The rules of a class and its parents, as class-validator merges them. */
  rulesOf(type: Function): RulesByProperty {
    const rules = new Map<string, RuleMetadata[]>();
    for (const rule of readRules(type, this.#groups)) {
      const existing = rules.get(rule.propertyName);
      if (existing === undefined) rules.set(rule.propertyName, [rule]);
      else existing.push(rule);
    }
    return rules;
  }

  /** Compiles the rules of a class. */
  compile(type: Function, args: readonly ArgDefinition[] = NONE, rules = this.rulesOf(type)): ValidationPlan {
    const plan = new ValidationPlan(this, type, args, rules);
    this.#plans.set(type, plan);
    return plan;
  }

  /** The validator classes of all plans that dependency injection must be able to construct. */
  get validators(): readonly ValidatorClass[] {
    return [...this.#plans.values()].flatMap((plan) => plan.validators);
  }

  /**
   * The groups of all rules of the compiled classes; nothing if class-transformer may create objects of further
   * classes, whose rules are unknown.
   */
  get knownGroups(): ReadonlySet<string> | undefined {
    const plans = [...this.#plans.values()];
    if (plans.length === 0 || plans.some((plan) => plan.reachesUnknownClasses)) return undefined;
    // At run time, class-validator omits groups from rules with other options, against its types.
    const groupsOf = ({ groups }: Partial<RuleMetadata>) => groups ?? [];
    return new Set(plans.flatMap(({ type }) => readRules(type).flatMap(groupsOf)));
  }

  /** The plan of a value's actual class, compiled if it is new. */
  planFor(value: object): ValidationPlan | undefined {
    const type: unknown = value.constructor;
    return typeof type === 'function' ? (this.#plans.get(type) ?? this.compile(type)) : undefined;
  }
}
