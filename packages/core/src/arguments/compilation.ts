import { ARG_OPTIONS, decoratorOfArg, readArgs } from './arg.js';
import { checkedOptions } from '../text/option-kinds.js';
import { ArgDefinition } from './arg-definition.js';
import { ArgumentPlan } from './argument-plan.js';
import type { ArgumentType } from './argument-type.js';
import { type DeclaredArg, declaredType, isDefect } from './declared-type.js';
import { type Defect, type DefinitionFault, faultAt } from '../definition-error.js';
import { choicesOf, type JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { nearest } from '../text/nearest.js';
import { RuleSet, ruleSetOf } from './rule-set.js';
import { ruleDefects } from './rule-defects.js';
import { TEXT } from './scalar-types.js';
import type { Class } from '../types.js';
import { brokenInitialValues, initialValueFaults } from './initial-values.js';
import { ValidationPlans } from './validation.js';
import { isCondition, type RuleMetadata, type RulesByProperty } from './rule-records.js';
import { decoratorOf } from './rule-descriptions.js';
import { ValidationTypes } from 'class-validator';

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
   * The plan of a declared arguments class; the empty plan if it is not a class.
   * @param fault returns the fault to report in that case
   * @param option the option that declares the class
   */
  rootPlan(type: Class, fault: () => DefinitionFault, option: 'args' | 'output' = 'args'): ArgumentPlan {
    if (typeof type === 'function' && Object.hasOwn(type, 'prototype')) {
      const plan = this.planOf(type)();
      if (readArgs(type).size === 0) this.faults.push(emptyClassFault(type, option));
      return plan;
    }
    this.faults.push(fault());
    return ArgumentPlan.none;
  }

  /** Returns a getter for a class's plan, to be called after compilation: classes may refer to each other. */
  planOf(type: Class): () => ArgumentPlan {
    if (!this.#plans.has(type)) {
      this.#plans.set(type, ArgumentPlan.none);
      this.#plans.set(type, this.#compile(type));
    }
    return () => this.#plans.get(type) ?? ArgumentPlan.none;
  }

  #compile(type: Class): ArgumentPlan {
    const sample = constructSample(type, this.faults) as Readonly<Record<string, unknown>>;
    const records = [...readArgs(type)];
    const faultCount = this.faults.length;
    const rules = this.#rulesOf(type);
    const args = records.map(([name, record]) => {
      const { options, faults } = checkedOptions(record, ARG_OPTIONS);
      const arg: DeclaredArg = { type, name, options, initial: sample[name], rules: rules.get(name) ?? [] };
      this.#add(arg, faults);
      return this.#compileArg(arg);
    });
    const plan = this.validation.compile(type, args, rules);
    this.faults.push(...undecoratedFaults(type, rules, { args: new Set(records.map(([name]) => name)), sample }));
    for (const { property, fault } of nameFaults(type, args)) this.#add({ type, name: property }, [fault]);
    const faultyPlaces = new Set(this.faults.slice(faultCount).map(({ where }) => where));
    for (const { property, fault } of brokenInitialValues(plan, sample)) {
      const location = faultAt(type.name, property);
      if (!faultyPlaces.has(location.where)) this.faults.push({ ...location, ...fault });
    }
    return new ArgumentPlan(type, args, plan);
  }

  /** Compiles the rules of a class without arguments, which reveals their dependencies at start-up. */
  compileRules(type: Class): void {
    this.validation.compile(type, [], this.#rulesOf(type));
  }

  #rulesOf(type: Class): RulesByProperty {
    const rules = this.validation.rulesOf(type);
    for (const [name, propertyRules] of rules)
      if (propertyRules.some(isForPromise)) this.faults.push({ ...faultAt(type.name, name), ...PROMISE_RULE });
    return rules;
  }

  #compileArg(arg: DeclaredArg): ArgDefinition {
    const { rules } = arg;
    const found = declaredType(arg, this);
    const type = isDefect(found) ? TEXT : found;
    const ruleSet = this.#ruleSetFor(arg, type, rules);
    if (isDefect(found)) this.#add(arg, [found]);
    else {
      this.#add(arg, initialValueFaults(type, arg.initial));
      this.#add(arg, ruleDefects(type, rules));
      this.#add(arg, ruleSet.impossible);
    }
    this.#add(arg, propertyDefects(arg, rules));
    const definition = new ArgDefinition(arg, type, rules, ruleSet);
    if (!isDefect(found)) this.#add(arg, titleFaults(definition));
    return definition;
  }

  #ruleSetFor(arg: DeclaredArg, type: ArgumentType, rules: readonly RuleMetadata[]): RuleSet {
    try {
      return ruleSetOf(type, rules);
    } catch (cause) {
      const problem = `has a rule with options that it cannot have: ${messageOf(cause)}`;
      this.#add(arg, [{ id: 'rule-invalid', problem, remedy: 'Give the decorator of the rule what it takes' }]);
      return new RuleSet(type, []);
    }
  }

  #add({ type, name }: Pick<DeclaredArg, 'type' | 'name'>, faults: readonly Defect[]): void {
    for (const fault of faults) {
      const remedy = fault.remedy.replaceAll('@Arg(', `@${decoratorOfArg(type, name)}(`);
      this.faults.push({ ...faultAt(type.name, name), ...fault, remedy });
    }
  }
}

/** Constructs the instance that shows which properties have initial values. */
function constructSample(type: Class, faults: DefinitionFault[]): object {
  try {
    return new type();
  } catch (cause) {
    const problem = `cannot be constructed: ${messageOf(cause)}`;
    faults.push({
      ...faultAt(type.name),
      id: 'args-not-constructible',
      problem,
      remedy: 'Give the arguments class a constructor without parameters',
    });
    return {};
  }
}

/** The message of an error without its full stop, because the text of a fault adds one. */
function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
}

function isForPromise({ type }: RuleMetadata): boolean {
  return type === ValidationTypes.PROMISE_VALIDATION;
}

const PROMISE_RULE = {
  id: 'rule-of-another-type',
  problem: 'has @ValidatePromise(), but clients send no promises',
  remedy: 'Drop @ValidatePromise()',
} as const;

function emptyClassFault({ name }: Class, option: 'args' | 'output'): DefinitionFault {
  const [member, decorator] = option === 'args' ? ['argument', '@Arg()'] : ['field', '@Field()'];
  const problem = `is given as \`${option}\` but has no ${member}`;
  const remedy = `Decorate its properties with ${decorator}, or leave \`${option}\` out`;
  return { ...faultAt(name), id: 'args-empty', problem, remedy };
}

function propertyDefects({ type, name, options, initial }: DeclaredArg, rules: readonly RuleMetadata[]) {
  const faults: Defect[] = [];
  if (name === '__proto__') faults.push(RESERVED);
  if (isReadOnly(type, name)) faults.push(READ_ONLY);
  if (options.required !== true) return faults;
  if (initial !== undefined) faults.push(requiredAndOptional('has an initial value'));
  else if (rules.some((rule) => rule.name === 'isOptional')) faults.push(requiredAndOptional('is @IsOptional()'));
  return faults;
}

const RESERVED: Defect = {
  id: 'argument-name-invalid',
  problem: 'has a name that JavaScript reserves',
  remedy: 'Rename it',
};

const READ_ONLY: Defect = {
  id: 'argument-read-only',
  problem: 'cannot be set',
  remedy: 'Give the getter a setter, or remove @Arg()',
};

function requiredAndOptional(reason: string): Defect {
  return { id: 'argument-optional-and-required', problem: `is required, and ${reason}`, remedy: 'Drop one of the two' };
}

/** The faults of the names on the wire. Property names need no check: JavaScript keeps them unique. */
function nameFaults(type: Class, args: readonly ArgDefinition[]): { property: string; fault: Defect }[] {
  return args.flatMap(({ name, property }, index) => {
    if (name === property && name === '__proto__') return []; // Already refused as a property.
    if (typeof name !== 'string' || !NAME.test(name) || name === '__proto__') return [{ property, fault: BAD_NAME }];
    const first = args.findIndex((each) => each.name === name);
    if (first === index) return [];
    const problem = `and ${type.name}.${args[first]?.property} are both named "${name}" on the wire`;
    const remedy = 'Give one of them another name';
    return [{ property, fault: { id: 'argument-name-taken', problem, remedy } }];
  });
}

// Paths name members after a dot or in brackets (`stops[1].city`), so names contain neither, nor invisible characters.
const NAME = /^[\p{L}\p{M}\p{N}_$-]+$/u;

const BAD_NAME: Defect = {
  id: 'argument-name-invalid',
  problem: 'has a name that no argument can have on the wire',
  remedy: 'Give @Arg() a name of letters, digits, "_", "-" and "$", other than __proto__',
};

function isReadOnly(type: Class, name: string): boolean {
  const descriptor = Object.getOwnPropertyDescriptor(type.prototype, name);
  return descriptor?.get !== undefined && descriptor.set === undefined;
}

/**
 * The faults of properties that have rules but no `@Arg()`, in a class with arguments. Every request would fail: the
 * rule rejects a missing value, and a sent value is an unknown argument. A property with an initial value or a getter
 * may have rules.
 */
function undecoratedFaults(
  type: Class,
  rules: RulesByProperty,
  { args, sample }: { readonly args: ReadonlySet<string>; readonly sample: Readonly<Record<string, unknown>> },
): DefinitionFault[] {
  if (args.size === 0) return [];
  const prototype: object = type.prototype;
  const hasValue = (name: string) => args.has(name) || sample[name] !== undefined || name in prototype;
  const found = [...rules].filter(([name, own]) => !hasValue(name) && !own.some(isCondition) && own.some(isRequiring));
  return found.map(([name]) => ({ ...faultAt(type.name, name), ...UNDECORATED }));
}

const UNDECORATED = {
  id: 'argument-undecorated',
  problem: 'has rules but no @Arg(), so that callers cannot give it',
  remedy: 'Decorate it with @Arg(), or with @Field() in an output; or remove its rules',
} as const;

/** Whether a rule rejects a missing value. The application's own rules may not, because they may read other properties. */
function isRequiring(rule: RuleMetadata): boolean {
  if (rule.type === ValidationTypes.CUSTOM_VALIDATION) return decoratorOf(rule) !== undefined;
  return rule.type === ValidationTypes.IS_DEFINED || rule.type === ValidationTypes.NESTED_VALIDATION;
}

/** Returns the faults of the titles of an argument's values. */
function titleFaults(arg: ArgDefinition): Defect[] {
  if (arg.titles === undefined) return [];
  const schema = arg.schema(new SchemaDefinitions());
  const values = choicesOf((schema['items'] as JsonSchema | undefined) ?? schema);
  if (values === undefined) return [NO_CHOICES];
  const unknown = Object.keys(arg.titles).filter((value) => !values.includes(value));
  return unknown.map((value) => {
    const suggestion = nearest(value, values);
    const remedy =
      suggestion === undefined ? `Use one of ${values.join(', ')}` : `Write "${suggestion}", or leave it out`;
    return { id: 'titles-invalid', problem: `has a title for "${value}", which is not one of its values`, remedy };
  });
}

const NO_CHOICES: Defect = {
  id: 'titles-invalid',
  problem: 'has titles, but lists no values',
  remedy: 'List its values with @IsIn(), or leave `titles` out',
};
