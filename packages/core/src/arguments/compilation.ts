import { ARG_OPTIONS, decoratorOfArg, readArgs } from './arg.js';
import { checkedOptions } from '../text/unknown-keys.js';
import { ArgDefinition } from './arg-definition.js';
import { ArgumentPlan } from './argument-plan.js';
import type { ArgumentType } from './argument-type.js';
import { type DeclaredArg, declaredType, isDefect } from './declared-type.js';
import { type Defect, type DefinitionFault, faultAt } from '../definition-error.js';
import { invalid, mistyped } from './initial-values.js';
import { titleFaults } from './listed-values.js';
import { RuleSet, RuleSets } from './rule-set.js';
import { ruleFaults } from './rules-check.js';
import { TEXT } from './scalar-types.js';
import { undecoratedFaults } from './undecorated.js';
import type { Class } from '../types.js';
import { type BrokenRule, brokenRules } from '../validation/broken-rules.js';
import { ValidationPlans } from '../validation/validation-plans.js';
import type { RuleMetadata } from '../validation/validation-rules.js';

/** Compiles one arguments class and the classes that it refers to. */
export class Compilation {
  readonly faults: DefinitionFault[];
  readonly validation: ValidationPlans;
  readonly #ruleSets: RuleSets;
  readonly #plans = new Map<Class, ArgumentPlan>();

  /**
   * @param faults receives every fault of the classes
   * @param ruleSets those of other classes, to share
   */
  constructor(faults: DefinitionFault[], groups?: readonly string[], ruleSets = new RuleSets()) {
    this.faults = faults;
    this.validation = new ValidationPlans(groups);
    this.#ruleSets = ruleSets;
  }

  /**
   * The plan of a declared arguments class; the empty plan if it is not a class.
   * @param fault returns the fault to report in that case
   * @param option the option that declares the class
   */
  rootPlan(type: Class, fault: () => DefinitionFault, option: 'args' | 'output' = 'args'): ArgumentPlan {
    if (typeof type === 'function' && Object.hasOwn(type, 'prototype')) {
      const plan = this.planOf(type)();
      if (readArgs(type).size === 0) this.faults.push(withoutMembers(type, option));
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
    const known = this.faults.length;
    const rules = this.validation.rulesOf(type);
    const args = records.map(([name, given]) => {
      const { options, faults } = checkedOptions(given, ARG_OPTIONS);
      const arg: DeclaredArg = { type, name, options, initial: sample[name], rules: rules.get(name) ?? [] };
      this.#add(arg, faults);
      return this.#compileArg(arg);
    });
    const plan = this.validation.compile(type, args, rules);
    this.faults.push(...undecoratedFaults(type, rules, { args: new Set(records.map(([name]) => name)), sample }));
    for (const { property, fault } of nameFaults(type, args)) this.#add({ type, name: property }, [fault]);
    this.#checkInitial(type, brokenRules(plan, sample), this.faults.slice(known));
    return new ArgumentPlan(type, args, plan);
  }

  #compileArg(arg: DeclaredArg): ArgDefinition {
    const { rules } = arg;
    const found = declaredType(arg, this);
    const type = isDefect(found) ? TEXT : found;
    const said = this.#saidOf(arg, type, rules);
    if (isDefect(found)) this.#add(arg, [found]);
    else {
      this.#add(arg, mistyped(type, arg.initial));
      this.#add(arg, ruleFaults(type, rules));
      this.#add(arg, said.impossible);
    }
    this.#add(arg, contradictions(arg, rules));
    const definition = new ArgDefinition(arg, type, rules, said);
    if (!isDefect(found)) this.#add(arg, titleFaults(definition));
    return definition;
  }

  #saidOf(arg: DeclaredArg, type: ArgumentType, rules: readonly RuleMetadata[]): RuleSet {
    try {
      return this.#ruleSets.of(type, rules);
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

  /** Adds a fault for each initial value that breaks a rule, except for properties that have other faults already. */
  #checkInitial(type: Class, rules: readonly BrokenRule[], known: readonly DefinitionFault[]): void {
    for (const broken of rules) {
      const place = faultAt(type.name, broken.property);
      if (!known.some(({ where }) => where === place.where)) this.faults.push({ ...place, ...invalid(broken) });
    }
  }
}

/** One instance shows which properties have initial values. */
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

/** Without the full stop, which faults add. */
function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
}

function withoutMembers({ name }: Class, option: 'args' | 'output'): DefinitionFault {
  const [member, decorator] = option === 'args' ? ['argument', '@Arg()'] : ['field', '@Field()'];
  const problem = `is given as \`${option}\` but has no ${member}`;
  const remedy = `Decorate its properties with ${decorator}, or leave \`${option}\` out`;
  return { ...faultAt(name), id: 'args-empty', problem, remedy };
}

function contradictions({ type, name, options, initial }: DeclaredArg, rules: readonly RuleMetadata[]) {
  const faults: Defect[] = [];
  if (name === '__proto__') faults.push(RESERVED);
  if (isReadOnly(type, name)) faults.push(READ_ONLY);
  if (options.required !== true) return faults;
  if (initial !== undefined) faults.push(alsoOptional('has an initial value'));
  else if (rules.some((rule) => rule.name === 'isOptional')) faults.push(alsoOptional('is @IsOptional()'));
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

function alsoOptional(why: string): Defect {
  return { id: 'argument-optional-and-required', problem: `is required, and ${why}`, remedy: 'Drop one of the two' };
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

// Paths name members after a dot or in brackets: `stops[1].city`. People must see all of a name.
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
