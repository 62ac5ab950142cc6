import { ValidationTypes, type ValidatorConstraintInterface } from 'class-validator';
import { type ArgumentFault, MAX_FAULTS } from '../errors.js';
import { withIgnoredRejection, isPromise } from '../promises.js';
import {
  type RuleInput,
  type ConstructValidator,
  PropertyRules,
  type Rule,
  ruleMessage,
  type ValidatorClass,
} from './rule.js';
import { readRecords, type RecordsByProperty, type RuleMetadata } from './rule-records.js';
import type { Awaitable } from '../types.js';

// The rules, validators and messages are class-validator's. Only the loop that runs them is in this file. On each call,
// class-validator's own executor searches the rules and validators of all classes in the process. For five rules, the
// executor takes 240 µs if the process uses 2,000 classes, and 1.2 ms if it uses 10,000. This loop takes 1.2 µs. The
// executor also puts values into messages, merges two rules with the same name, does not limit the number of faults,
// and leaves a rejection unhandled if another rule throws. docs/rules.md lists each difference, and
// same-verdicts-as-class-validator.test.ts compares both.

/** The state of one validation. */
export interface Validation {
  readonly faults: ArgumentFault[];
  readonly pending: Promise<unknown>[];
  /** The objects that contain the current object. A reference back to one of them is not followed. */
  readonly ancestors: object[];
  /**
   * The paths of values that could not be read, and of the objects that contain such values. Rules for these paths are
   * skipped.
   */
  readonly refused?: ReadonlySet<string> | undefined;
  readonly constructValidator?: ConstructValidator | undefined;
  /**
   * Whether paths in messages consist of wire names or property names.
   * @default messages contain the property's name only, as in class-validator
   */
  readonly naming?: 'wire' | 'property';
  /**
   * Whether this is the check at start-up. That check runs only class-validator rules that would reject the value in
   * every request.
   */
  readonly isStartup?: boolean;
}

/** A property with rules, with or without `@Arg`. */
export interface RuledProperty {
  readonly property: string;
  readonly rules: PropertyRules;
  /** The argument's name on the wire. */
  readonly name?: string;
  readonly isRequired?: boolean;
}

/** The compiled rules of one class. */
export class ValidationPlan {
  readonly type: Function;
  readonly properties: readonly RuledProperty[];
  readonly #plans: ValidationPlans;
  /** The strings that properties were read from; `undefined` if no rule validates them. */
  readonly #texts: WeakMap<object, Map<string, string>> | undefined;

  constructor(plans: ValidationPlans, type: Function, properties: readonly RuledProperty[]) {
    this.type = type;
    this.#plans = plans;
    this.properties = properties;
    const judgesText = properties.some(({ rules }) => rules.all.some((rule) => rule.judgesText));
    this.#texts = judgesText ? new WeakMap() : undefined;
  }

  /** Keeps the string that a property was read from, if a rule validates such strings. */
  keepText(object: object, property: string, text: unknown): void {
    if (this.#texts === undefined || typeof text !== 'string') return;
    const texts = this.#texts.get(object) ?? new Map<string, string>();
    this.#texts.set(object, texts.set(property, text));
  }

  /** Adds a fault for every rule that the object breaks. */
  check(object: object, path: string, validation: Validation): void {
    if (validation.ancestors.includes(object)) return;
    validation.ancestors.push(object);
    for (const property of this.properties) {
      const value = (object as Readonly<Record<string, unknown>>)[property.property];
      if (property.rules.isEmpty && value !== undefined) continue;
      const propertyPath = path + ((validation.naming === 'wire' && property.name) || property.property);
      const isNamed = validation.naming !== undefined;
      this.#checkProperty(
        property,
        { object, value, path: propertyPath, showsPath: isNamed, targetName: this.type.name },
        validation,
      );
    }
    validation.ancestors.pop();
  }

  #checkProperty(property: RuledProperty, input: RuleInput, validation: Validation): void {
    const { rules } = property;
    const isRefused = validation.refused?.has(input.path) === true;
    if ((isRefused && input.value === undefined) || !doRulesApply(property, input, validation)) return;
    if (!isRefused) for (const rule of rules.all) this.#checkRule(rule, input, validation);
    if (rules.isNested) this.#checkNested(rules.nested, input, validation);
  }

  #checkRule(rule: Rule, input: RuleInput, validation: Validation): void {
    const { faults, pending, constructValidator, isStartup } = validation;
    const { validateIf } = rule.metadata;
    if (isStartup ? !rule.isSureToRefuse(input.value) : validateIf && !validateIf(input.object, input.value)) return;
    const validator = rule.validator(constructValidator);
    const verdict = isPromise(validator)
      ? validator.then((ready) => this.#runRule(rule, ready, input))
      : this.#runRule(rule, validator, input);
    if (verdict === true) return; // Most values pass.
    if (isPromise(validator) || isPromise(verdict)) {
      const report = async () => (await verdict) || faults.push(rule.faultOf(await validator, input));
      pending.push(withIgnoredRejection(report())); // Otherwise unhandled if another rule throws.
    } else if (!verdict) faults.push(rule.faultOf(validator, input));
  }

  #runRule(rule: Rule, validator: ValidatorConstraintInterface, input: RuleInput): Awaitable<boolean> {
    const texts = rule.judgesText ? this.#texts?.get(input.object) : undefined;
    return rule.check(validator, input, texts?.get(rule.metadata.propertyName));
  }

  #checkNested(decorator: RuleMetadata | undefined, input: RuleInput, validation: Validation): void {
    const { value, path } = input;
    if (value === undefined) return;
    const items = entriesOf(value);
    for (const [key, item] of items ?? []) {
      if (validation.faults.length > MAX_FAULTS) return;
      this.#checkNested(decorator, { ...input, value: item, path: `${path}[${String(key)}]` }, validation);
    }
    if (items !== undefined) return;
    if (value instanceof Object) this.#plans.planForObject(value)?.check(value, `${path}.`, validation);
    else if (decorator !== undefined) {
      const rule = ValidationTypes.NESTED_VALIDATION;
      validation.faults.push({ argument: path, rule, message: ruleMessage(decorator, input) });
    }
  }
}

/** Whether the rules of a property apply. Adds a fault if a required value is missing. */
function doRulesApply(
  { name, isRequired, rules }: RuledProperty,
  input: RuleInput,
  { faults, isStartup }: Validation,
): boolean {
  const { value, path } = input;
  if (rules.conditions.length > 0 && (isStartup || !rules.areConditionsMet(input))) return false;
  if (rules.isOptional && (value === undefined || value === null)) return false;
  if (name === undefined || value !== undefined) return true;
  if (isRequired) faults.push({ argument: path, rule: 'isDefined', message: `${path} is required` });
  return false;
}

/** Returns the items of a collection, each with the key that paths contain. */
function entriesOf(value: unknown): Iterable<[unknown, unknown]> | undefined {
  if (value instanceof Map) return value;
  return Array.isArray(value) || value instanceof Set ? [...value].entries() : undefined;
}

/** Returns the paths of faults, and of all values that contain them. */
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

  constructor(groups: readonly string[] = []) {
    this.#groups = groups;
  }

  /** Returns the records of a class and its parents, by property. */
  recordsOf(type: Function): RecordsByProperty {
    const records = new Map<string, RuleMetadata[]>();
    for (const record of readRecords(type, this.#groups)) {
      const known = records.get(record.propertyName);
      if (known === undefined) records.set(record.propertyName, [record]);
      else known.push(record);
    }
    return records;
  }

  /** Compiles the rules of a class. The rules of `args` are already compiled. */
  compile(type: Function, args: readonly RuledProperty[] = [], records = this.recordsOf(type)): ValidationPlan {
    const others = [...records].filter(([name]) => !args.some(({ property }) => property === name));
    const ruled = others.map(([property, own]) => ({ property, rules: new PropertyRules(own) }));
    const plan = new ValidationPlan(this, type, [...args, ...ruled]);
    this.#plans.set(type, plan);
    return plan;
  }

  /** The validator classes that dependency injection must be able to construct. */
  get validators(): readonly ValidatorClass[] {
    return this.#properties.flatMap(({ rules }) => rules.all.flatMap(({ injectedClass }) => injectedClass ?? []));
  }

  /**
   * The validation groups of all rules; `undefined` if class-transformer may create objects of other classes, whose
   * rules are unknown.
   */
  get knownGroups(): ReadonlySet<string> | undefined {
    const isForeign = ({ name, rules }: RuledProperty) => name === undefined && rules.nested !== undefined;
    if (this.#plans.size === 0 || this.#properties.some(isForeign)) return undefined;
    // A rule with options but without groups has no `groups` at run time, although the types say otherwise.
    const groupsOf = ({ groups }: Partial<RuleMetadata>) => groups ?? [];
    return new Set([...this.#plans.keys()].flatMap((type) => readRecords(type).flatMap(groupsOf)));
  }

  get #properties(): readonly RuledProperty[] {
    return [...this.#plans.values()].flatMap(({ properties }) => properties);
  }

  /** Returns the plan of the class of a value, compiled on first use. */
  planForObject(value: object): ValidationPlan | undefined {
    const type: unknown = value.constructor;
    return typeof type === 'function' ? (this.#plans.get(type) ?? this.compile(type)) : undefined;
  }
}
