import { readArgs } from './arg.js';
import { ARG_OPTIONS } from './arg-options.js';
import { checkedOptions } from '../text/unknown-keys.js';
import { ArgDefinition, TEXT } from './arg-definition.js';
import { ArgumentPlan } from './argument-plan.js';
import { type DeclaredArg, declaredType, isTypeFault } from './declared-type.js';
import { type DefinitionFault, faultAt } from '../definition-error.js';
import { invalid, mistyped } from './initial-values.js';
import { ruleFaults, notationFor } from './rules-check.js';
import type { Class } from '../types.js';
import { type BrokenRule, brokenRules } from '../validation/broken-rules.js';
import type { Presence } from '../validation/property-plan.js';
import { ValidationPlans } from '../validation/validation-plans.js';
import type { RuleMetadata } from '../validation/validation-rules.js';

/** Compiles one arguments class and the classes that it refers to. */
export class Compilation {
  readonly faults: DefinitionFault[];
  readonly validation: ValidationPlans;
  readonly #plans = new Map<Class, ArgumentPlan>();

  /** @param faults receives every fault of the classes */
  constructor(faults: DefinitionFault[], groups: readonly string[] = []) {
    this.faults = faults;
    this.validation = new ValidationPlans(groups);
  }

  /**
   * The plan of a declared arguments class; the empty plan if it is not a class.
   * @param fault returns the fault to report in that case
   */
  rootPlan(type: Class, fault: () => DefinitionFault): ArgumentPlan {
    if (typeof type === 'function' && Object.hasOwn(type, 'prototype')) return this.planOf(type)();
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
    if (records.length === 0) this.faults.push(withoutArguments(type));
    const known = this.faults.length;
    const args = records.map(([name, options]) => this.#compileArg({ type, name, options, initial: sample[name] }));
    const presences = new Map<string, Presence>(args.map((arg) => [arg.property, presenceOf(arg)]));
    const rules = this.validation.compile(type, presences);
    this.faults.push(...nameFaults(type, args));
    this.#checkInitial(type, brokenRules(rules, sample), this.faults.slice(known));
    return new ArgumentPlan(type, args, rules);
  }

  #compileArg(arg: DeclaredArg): ArgDefinition {
    const { type, name } = arg;
    const found = declaredType(arg, this);
    const rules = this.validation.rulesOf(type).filter(({ propertyName }) => propertyName === name);
    const argType = isTypeFault(found) ? TEXT : found;
    const options = checkedOptions(arg.options, ARG_OPTIONS).faults;
    const faults = isTypeFault(found) ? [found] : [...mistyped(found, arg.initial), ...ruleFaults(found, rules)];
    this.faults.push(
      ...[...options, ...faults, ...contradictions(arg, rules)].map((fault) => ({
        ...faultAt(type.name, name),
        ...fault,
      })),
    );
    return new ArgDefinition(arg, argType, rules);
  }

  /** Adds a fault for each initial value that breaks a rule, except for properties that have other faults already. */
  #checkInitial(type: Class, rules: readonly BrokenRule[], known: readonly DefinitionFault[]): void {
    for (const broken of rules) {
      const place = faultAt(type.name, broken.property);
      if (!known.some(({ where }) => where === place.where)) this.faults.push({ ...place, ...invalid(broken) });
    }
  }
}

function presenceOf(arg: ArgDefinition): Presence {
  const { name, isRequired, allowEmpty, isNested } = arg;
  return { name, isRequired, allowEmpty, isNested, notationFor: (rule) => notationFor(arg.type, rule) };
}

/** One instance shows which properties have initial values. */
function constructSample(type: Class, faults: DefinitionFault[]): object {
  try {
    return new type();
  } catch (cause) {
    const problem = `cannot be constructed: ${cause instanceof Error ? cause.message : String(cause)}`;
    faults.push({
      ...faultAt(type.name),
      problem,
      remedy: 'Give the arguments class a constructor without parameters',
    });
    return {};
  }
}

function withoutArguments({ name }: Class): DefinitionFault {
  const problem = 'is given as `args` but has no argument';
  return { ...faultAt(name), problem, remedy: 'Decorate its properties with @Arg(), or leave `args` out' };
}

function contradictions({ type, name, options, initial }: DeclaredArg, rules: readonly RuleMetadata[]) {
  const faults: Pick<DefinitionFault, 'problem' | 'remedy'>[] = [];
  const drop = 'Drop one of the two';
  if (name === '__proto__') faults.push({ problem: 'has a name that JavaScript reserves', remedy: 'Rename it' });
  if (isReadOnly(type, name))
    faults.push({ problem: 'cannot be set', remedy: 'Give the getter a setter, or leave @Arg() off' });
  if (options.required !== true) return faults;
  if (initial !== undefined) faults.push({ problem: 'is required, and has an initial value', remedy: drop });
  else if (rules.some((rule) => rule.name === 'isOptional'))
    faults.push({ problem: 'is required, and is @IsOptional()', remedy: drop });
  return faults;
}

/** The faults of the names on the wire. Property names need no check: JavaScript keeps them unique. */
function nameFaults(type: Class, args: readonly ArgDefinition[]): DefinitionFault[] {
  return args.flatMap(({ name, property }, index) => {
    const place = faultAt(type.name, property);
    if (name === property && name === '__proto__') return []; // Already refused as a property.
    if (typeof name !== 'string' || !NAME.test(name) || name === '__proto__') return [{ ...place, ...BAD_NAME }];
    const first = args.findIndex((each) => each.name === name);
    if (first === index) return [];
    const problem = `and ${type.name}.${args[first]?.property} are both named "${name}" on the wire`;
    return [{ ...place, problem, remedy: 'Give one of them another name' }];
  });
}

// Paths name members after a dot or in brackets: `stops[1].city`. People must see all of a name.
const NAME = /^[\p{L}\p{M}\p{N}_$-]+$/u;

const BAD_NAME = {
  problem: 'has a name that no argument can have on the wire',
  remedy: 'Give @Arg() a name of letters, digits, "_", "-" and "$", other than __proto__',
};

function isReadOnly(type: Class, name: string): boolean {
  const descriptor = Object.getOwnPropertyDescriptor(type.prototype, name);
  return descriptor?.get !== undefined && descriptor.set === undefined;
}
