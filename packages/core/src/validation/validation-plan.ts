import { type ValidationArguments, type ValidatorConstraintInterface, ValidationTypes } from 'class-validator';
import type { JudgedRules } from './broken-rules.js';
import { FAULTS_REPORTED, type ArgumentFault } from '../errors.js';
import { swallowRejection, isPending } from '../pending.js';
import { describeRule } from './rules.js';
import { constraintsOf, ruleMessage } from './rule-message.js';
import type { Awaitable } from '../types.js';
import { compileProperty, isAbsent, type Presence, type PropertyPlan } from './property-plan.js';
import type { Site, Validation } from './validation.js';
import type { Rule, RuleMetadata, RulesByProperty, ValidatorClass, Notation } from './validation-rules.js';

type Values = Readonly<Record<string, unknown>>;

/** The rules of the classes that a class refers to. */
interface ClassRules {
  /** The rules of the value's class. */
  of(value: object): ValidationPlan | undefined;
}

/**
 * The rules of one class, compiled once. class-validator searches the rules of all classes on each call; this reaches
 * the same verdicts with the rules of one class.
 */
export class ValidationPlan implements JudgedRules {
  readonly type: Function;
  /** Whether any rule is judged on the string that its value was read from. */
  readonly keepsTexts: boolean;
  readonly #plans: ClassRules;
  readonly #targetName: string;
  readonly properties: readonly PropertyPlan[];
  readonly #texts: ReadTexts;

  constructor(plans: ClassRules, type: Function, presences: readonly Presence[], rules: RulesByProperty) {
    this.type = type;
    this.#plans = plans;
    this.#targetName = type.name;
    const ofArguments = presences.map((each) => compileProperty(each.property, each, rules.get(each.property) ?? []));
    const isOther = (name: string) => !presences.some(({ property }) => property === name);
    const others = [...rules.keys()].filter(isOther);
    this.properties = ofArguments.concat(others.map((name) => compileProperty(name, undefined, rules.get(name) ?? [])));
    this.#texts = ReadTexts.of(this.properties);
    this.keepsTexts = this.#texts.isNeeded;
  }

  /** The validator classes that dependency injection must be able to construct. */
  get validators(): readonly ValidatorClass[] {
    const injected: ValidatorClass[] = [];
    for (const { rules } of this.properties) {
      for (const rule of rules) if (rule.injected !== undefined) injected.push(rule.injected);
    }
    return injected;
  }

  /** Keeps the string that a property was read from, if one of its rules is judged on it. */
  keepText(object: object, property: string, text: unknown): void {
    this.#texts.keep(object, property, text);
  }

  /** Whether a property that is not an argument may contain objects with rules of their own. */
  get leadsElsewhere(): boolean {
    return this.properties.some(({ presence, nested }) => presence === undefined && nested !== undefined);
  }

  /** The rules of the actual class of a value. */
  rulesFor(value: object): ValidationPlan | undefined {
    return this.#plans.of(value);
  }

  /** Adds a fault for every rule that the object breaks. */
  check(object: object, path: string, validation: Validation): void {
    for (const property of this.properties) {
      const present = (object as Values)[property.name];
      if (property.isPlain && present !== undefined && present !== '') continue; // No rules, and the value is present.
      const name = (validation.naming === 'wire' && property.presence?.name) || property.name;
      const site = { object, value: (object as Values)[property.name], path: path + name };
      this.#checkProperty(property, site, validation);
    }
  }

  #checkProperty(property: PropertyPlan, site: Site, validation: Validation): void {
    const { presence, rules, nested } = property;
    const isRefused = validation.refused?.has(site.path) === true;
    if ((isRefused && site.value === undefined) || !isThere(property, site, validation)) return;
    if (!isRefused) for (const rule of rules) this.#checkRule(rule, site, validation);
    if (nested !== undefined || presence?.isNested) this.#checkNested(nested, site, validation);
  }

  #checkRule(rule: Rule, site: Site, validation: Validation): void {
    const { validateIf } = rule.metadata;
    if (validateIf !== undefined && !validateIf(site.object, site.value)) return;
    const atOnce = rule.inline && this.#judge(rule, rule.inline, site);
    if (atOnce === true) return; // The usual case.
    const validator = rule.inline ?? rule.validator(validation.makeValidator);
    const verdict = atOnce ?? this.#judgeBy(validator, rule, site);
    if (isPending(verdict)) {
      const report = async (isValid: boolean) => isValid || this.#report(rule, await validator, site, validation);
      waitFor(verdict.then(report), validation);
    } else if (!verdict) this.#report(rule, validator as ValidatorConstraintInterface, site, validation);
  }

  /** Whether a rule of class-validator refuses a value. */
  isBroken(rule: Rule, site: Site): boolean {
    try {
      const verdict = rule.inline === undefined || this.#judge(rule, rule.inline, site);
      swallowRejection(verdict);
      return verdict === false;
    } catch {
      return false; // An application's rule that has the name of a class-validator rule.
    }
  }

  #judgeBy(validator: Awaitable<ValidatorConstraintInterface>, rule: Rule, site: Site): Awaitable<boolean> {
    return isPending(validator)
      ? validator.then((ready) => this.#judge(rule, ready, site))
      : this.#judge(rule, validator, site);
  }

  #judge(rule: Rule, validator: ValidatorConstraintInterface, { object, value: given }: Site): Awaitable<boolean> {
    const { metadata } = rule;
    const value =
      rule.notation === undefined ? given : this.#texts.of(rule.notation, metadata, { object, value: given });
    const args: ValidationArguments = {
      targetName: this.#targetName,
      property: metadata.propertyName,
      object,
      value,
      constraints: constraintsOf(metadata),
    };
    const items = metadata.each ? itemsOf(value) : undefined;
    if (items === undefined) return validator.validate(value, args);
    const verdicts = items.map((item) => validator.validate(item, args));
    return verdicts.some(isPending) ? Promise.all(verdicts).then((all) => all.every(Boolean)) : verdicts.every(Boolean);
  }

  #report(rule: Rule, validator: ValidatorConstraintInterface, site: Site, { faults, naming }: Validation): void {
    const { path, value } = site;
    const defaultMessage = (args: ValidationArguments) => validator.defaultMessage?.(args);
    const label = naming && path;
    const message = ruleMessage(rule.metadata, { targetName: this.#targetName, label, value, defaultMessage });
    const { noun, condition } = describeRule(rule.metadata, rule.isOfType);
    const expected = noun ?? condition;
    faults.push({ argument: path, rule: rule.name, message, ...(expected !== undefined && { expected }) });
  }

  #checkNested(decorator: RuleMetadata | undefined, { object, value, path }: Site, validation: Validation): void {
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

/** Whether there is a value to validate. Adds a fault if a required value is missing. */
function isThere({ presence, conditions, isOptional }: PropertyPlan, site: Site, validation: Validation): boolean {
  const { object, value, path } = site;
  // Evaluate all conditions, as class-validator does: an error in one must not be masked by another.
  if (conditions.length > 0 && !conditions.map(({ constraints }) => constraints[0](object, value)).every(Boolean))
    return false;
  if (isOptional && (value === undefined || value === null)) return false;
  if (presence === undefined || !isAbsent(value, presence, validation)) return true;
  if (presence.isRequired)
    validation.faults.push({ argument: path, rule: 'isDefined', message: `${path} is required` });
  return false;
}

function waitFor(work: Promise<unknown>, { pending }: Validation): void {
  work.catch(() => {}); // If a rule throws, validation may end before this is awaited.
  pending.push(work);
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

/** The strings that properties were read from, for rules that are judged on text. */
class ReadTexts {
  /** Whether any rule is judged on the string that its value was read from. */
  readonly isNeeded: boolean;
  readonly #properties: ReadonlySet<string>;
  readonly #texts = new WeakMap<object, Map<string, string>>();

  private constructor(properties: ReadonlySet<string>) {
    this.#properties = properties;
    this.isNeeded = properties.size > 0;
  }

  static readonly #none = new ReadTexts(new Set());

  static of(properties: readonly PropertyPlan[]): ReadTexts {
    const judged = properties.filter(({ rules }) => rules.some(({ notation }) => notation?.isAsRead));
    return judged.length === 0 ? ReadTexts.#none : new ReadTexts(new Set(judged.map(({ name }) => name)));
  }

  /** Keeps the string that a property was read from, if a rule needs it. */
  keep(object: object, property: string, text: unknown): void {
    if (typeof text !== 'string' || !this.#properties.has(property)) return;
    const texts = this.#texts.get(object) ?? new Map<string, string>();
    this.#texts.set(object, texts.set(property, text));
  }

  /** The input of a rule judged on text: the string that was read, else the written form of the value or its items. */
  of({ write, isAsRead }: Notation, rule: RuleMetadata, { object, value }: Omit<Site, 'path'>): unknown {
    if (value === undefined || value === null) return value;
    if (rule.each && Array.isArray(value)) return value.map((item) => write(item as never));
    const text = isAsRead ? this.#texts.get(object)?.get(rule.propertyName) : undefined;
    return text ?? write(value as never);
  }
}

/** The paths of faults, and all paths that contain them. */
export function refusedPaths(faults: readonly ArgumentFault[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { argument } of faults) {
    paths.add(argument);
    for (const { index } of argument.matchAll(/[.[]/g)) paths.add(argument.slice(0, index));
  }
  return paths;
}
