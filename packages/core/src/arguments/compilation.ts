import { ValidationTypes } from 'class-validator';
import { ARG_OPTIONS, readArgs } from './arg.js';
import { ArgDefinition } from './arg-definition.js';
import { ArgumentPlan } from './argument-plan.js';
import type { ArgumentType } from './argument-type.js';
import { type DeclaredArg, declaredType, isDefect } from './declared-type.js';
import { type Defect, defect, type DefinitionFault, locate } from '../definition-error.js';
import { brokenRuleDefects, initialValueDefects } from './initial-values.js';
import { choicesOf, type JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { readApiDescription } from '../metadata/metadata.js';
import { suggestionRemedy } from '../text/nearest.js';
import { checkedOptions } from '../text/option-kinds.js';
import { constraintsOf, isCondition, isNestedValidation, isOptionalMarker, PropertyRules } from './rule.js';
import { ruleDefects } from './rule-defects.js';
import { knownRule } from './rule-descriptions.js';
import type { RecordsByProperty, RuleMetadata } from './rule-records.js';
import { ANY_JSON } from './scalar-types.js';
import type { Class } from '../types.js';
import { ValidationPlans } from './validation.js';

type Values = Readonly<Record<string, unknown>>;

/** Compiles one arguments class and the classes that it refers to. */
export class Compilation {
  readonly faults: DefinitionFault[];
  readonly validation: ValidationPlans;
  readonly #plans = new Map<Class, ArgumentPlan>();

  /** @param faults receives every fault of the classes */
  constructor(faults: DefinitionFault[], groups?: readonly string[]) {
    this.faults = faults;
    this.validation = new ValidationPlans(groups);
  }

  /**
   * Compiles a declared class. Returns the empty plan if the declaration is not a class.
   * @param fault creates the fault to report if the declaration is not a class
   * @param option the option that declares the class
   */
  rootPlan(type: Class, fault: () => DefinitionFault, option: 'args' | 'output' = 'args'): ArgumentPlan {
    if (typeof type === 'function' && Object.hasOwn(type, 'prototype')) {
      const plan = this.planOf(type)();
      if (readArgs(type).size === 0) this.#report(type, [emptyClassDefect(option)]);
      return plan;
    }
    this.faults.push(fault());
    return ArgumentPlan.none;
  }

  /**
   * Returns a function that returns the plan of a class. Call the returned function after compilation, because classes
   * may refer to each other.
   */
  planOf(type: Class): () => ArgumentPlan {
    if (!this.#plans.has(type)) {
      this.#plans.set(type, ArgumentPlan.none);
      this.#plans.set(type, this.#compile(type));
    }
    return () => this.#plans.get(type) ?? ArgumentPlan.none;
  }

  #compile(type: Class): ArgumentPlan {
    const sample = this.#construct(type);
    const declared = readArgs(type);
    const faultCount = this.faults.length;
    const records = this.#recordsOf(type);
    const args = [...declared].map(([name, { options }]) => {
      return this.#compileArg({ type, name, options, initial: sample[name], records: records.get(name) ?? [] });
    });
    const plan = this.validation.compile(type, args, records);
    for (const name of declared.size === 0 ? [] : undecoratedProperties(type, records, sample))
      if (!declared.has(name)) this.#report(type, [UNDECORATED_PROPERTY], name);
    for (const arg of args) this.#report(type, nameDefects(type, arg, args), arg.property);
    const faulty = new Set(this.faults.slice(faultCount).map(({ where }) => where));
    for (const [property, brokenRule] of brokenRuleDefects(plan, sample))
      if (!faulty.has(locate(type.name, property).where)) this.#report(type, [brokenRule], property);
    return new ArgumentPlan(type, args, plan);
  }

  /** Constructs an instance, to read the initial values of its properties. */
  #construct(type: Class): Values {
    try {
      return new type() as Values;
    } catch (cause) {
      const remedy = 'Give the arguments class a constructor without parameters';
      const problem = `cannot be constructed: ${messageOf(cause)}`;
      this.#report(type, [defect('args-not-constructible', problem, remedy)]);
      return {};
    }
  }

  /**
   * Compiles the rules of a class without `@Arg` properties, so that the dependencies of its validators are known at
   * start-up.
   */
  compileRules(type: Class): void {
    this.validation.compile(type, [], this.#recordsOf(type));
  }

  #recordsOf(type: Class): RecordsByProperty {
    const records = this.validation.recordsOf(type);
    for (const [name, own] of records)
      if (own.some((record) => record.type === ValidationTypes.PROMISE_VALIDATION))
        this.#report(type, [PROMISE_RULE], name);
    return records;
  }

  #compileArg(declared: DeclaredArg): ArgDefinition {
    const { type: owner, name, initial } = declared;
    const { options, faults } = checkedOptions(declared.options, ARG_OPTIONS);
    const description = options.description ?? readApiDescription(owner, name);
    const arg = { ...declared, options: description === undefined ? options : { ...options, description } };
    const typeOrDefect = declaredType(arg, this);
    const [type, typeDefects] = isDefect(typeOrDefect) ? [ANY_JSON, [typeOrDefect]] : [typeOrDefect, []]; // Rules are checked for any type.
    this.#report(owner, [...faults, ...typeDefects, ...initialValueDefects(type, initial)], name);
    const rules = this.#rulesOf(arg, type);
    this.#report(owner, propertyDefects(arg), name);
    const definition = new ArgDefinition(arg, type, rules);
    if (!isDefect(typeOrDefect)) this.#report(owner, titleDefects(definition), name);
    return definition;
  }

  /** Compiles the rules of an argument. Returns no rules if one of them cannot be described. */
  #rulesOf({ type: owner, name, records }: DeclaredArg, type: ArgumentType): PropertyRules {
    const rules = new PropertyRules(records, type);
    try {
      this.#report(owner, [...skippedValidatorDefects(records), ...ruleDefects(type, rules)], name);
      return rules;
    } catch (cause) {
      const problem = `has a rule with invalid options: ${messageOf(cause)}`;
      this.#report(owner, [defect('rule-invalid', problem, 'Correct the arguments of the decorator')], name);
      return new PropertyRules([], type);
    }
  }

  /** @param property the faulty property; by default the class is at fault */
  #report(type: Class, defects: readonly Defect[], property?: string): void {
    for (const { id, problem, remedy } of defects) {
      const { decorator = 'Arg' } = readArgs(type).get(property ?? '') ?? {};
      const location = locate(type.name, property);
      this.faults.push({ ...location, id, problem, remedy: remedy.replaceAll('@Arg(', `@${decorator}(`) });
    }
  }
}

/** Returns the message of an error without its final full stop, because faults add one. */
function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
}

const PROMISE_RULE = defect(
  'rule-of-another-type',
  'has @ValidatePromise(), but clients cannot send promises',
  'Remove @ValidatePromise()',
);

function emptyClassDefect(option: 'args' | 'output'): Defect {
  const decorator = option === 'args' ? '@Arg()' : '@Field()';
  const remedy = `Decorate its properties with ${decorator}, or remove \`${option}\``;
  return defect('args-empty', `is used as \`${option}\` but has no property with ${decorator}`, remedy);
}

function skippedValidatorDefects(records: readonly RuleMetadata[]): Defect[] {
  const isSkipped = (record: RuleMetadata) =>
    record.type === ValidationTypes.CUSTOM_VALIDATION && constraintsOf(record).length === 0;
  return records.filter(isSkipped).map(({ constraintCls: { name } }) => {
    const problem = `is validated by ${name}, which class-validator ignores, because it has no @ValidatorConstraint()`;
    return defect('validator-not-decorated', problem, `Decorate ${name} with @ValidatorConstraint()`);
  });
}

function propertyDefects({ type, name, options, initial, records }: DeclaredArg): Defect[] {
  const reason = initial === undefined ? 'has @IsOptional()' : 'has an initial value';
  const isOptional = initial !== undefined || records.some(isOptionalMarker);
  const { get, set } = Object.getOwnPropertyDescriptor(type.prototype, name) ?? {};
  return [
    ...(name === '__proto__' ? [RESERVED_NAME] : []),
    ...(get !== undefined && set === undefined ? [READ_ONLY] : []),
    ...(options.required === true && isOptional
      ? [defect('argument-optional-and-required', `is declared as required, but ${reason}`, 'Remove one of the two')]
      : []),
  ];
}

const RESERVED_NAME = defect(
  'argument-name-invalid',
  'has the name __proto__, which JavaScript reserves',
  'Rename the property',
);
const READ_ONLY = defect('argument-read-only', 'has a getter but no setter', 'Add a setter, or remove @Arg()');

/**
 * Returns the defects of a wire name. Property names need no check for duplicates, because JavaScript keeps them
 * unique.
 */
function nameDefects(type: Class, { name, property }: ArgDefinition, args: readonly ArgDefinition[]): Defect[] {
  if (name === property && name === '__proto__') return []; // `propertyDefects` reports this name.
  if (typeof name !== 'string' || !NAME.test(name) || name === '__proto__') return [INVALID_NAME];
  const first = args.find((each) => each.name === name)?.property;
  const problem = `and ${type.name}.${first} both have the name "${name}" in requests`;
  return first === property ? [] : [defect('argument-name-taken', problem, 'Give one of them another name')];
}

// Names contain no dots or brackets, which separate members in paths such as `stops[1].city`, and no invisible
// characters.
const NAME = /^[\p{L}\p{M}\p{N}_$-]+$/u;

const INVALID_NAME = defect(
  'argument-name-invalid',
  'has a name that is invalid in requests',
  'Give @Arg() a name of letters, digits, "_", "-" and "$" that is not __proto__',
);

/**
 * Returns the properties that rules require but that have no `@Arg()`. No call can succeed: passing such a property is
 * an unknown argument, and omitting it breaks the rule. Properties with an initial value are fine.
 */
function undecoratedProperties(type: Class, records: RecordsByProperty, sample: object): string[] {
  const hasValue = (name: string) => (sample as Values)[name] !== undefined || name in type.prototype;
  const required = [...records].filter(([name, own]) => {
    return !hasValue(name) && !own.some(isCondition) && own.some(requiresValue);
  });
  return required.map(([name]) => name);
}

const UNDECORATED_PROPERTY = defect(
  'argument-undecorated',
  'has rules but no @Arg(), so callers cannot pass it',
  'Decorate it with @Arg(), or with @Field() in an output. Otherwise, remove its rules',
);

/**
 * Whether a rule certainly rejects a missing value. A rule of the application may accept a missing value, or validate a
 * different property.
 */
function requiresValue(record: RuleMetadata): boolean {
  if (record.type === ValidationTypes.CUSTOM_VALIDATION) return knownRule(record.name) !== undefined;
  return record.type === ValidationTypes.IS_DEFINED || isNestedValidation(record);
}

function titleDefects(arg: ArgDefinition): Defect[] {
  if (arg.titles === undefined) return [];
  const schema = arg.schema(new SchemaDefinitions());
  const values = choicesOf((schema['items'] as JsonSchema | undefined) ?? schema);
  if (values === undefined) return [NO_CHOICES];
  const unknown = Object.keys(arg.titles).filter((value) => !values.includes(value));
  return unknown.map((value) => {
    const problem = `has a title for "${value}", which is not one of its values`;
    return defect('titles-invalid', problem, suggestionRemedy(value, values));
  });
}

const NO_CHOICES = defect(
  'titles-invalid',
  'has `titles`, but no rule lists its values',
  'List its values with @IsIn(), or remove `titles`',
);
