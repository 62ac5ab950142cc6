import type { Presence } from './property-plan.js';
import { ValidationPlan } from './validation-plan.js';
import { readRules, type RuleMetadata, type RulesByProperty, type ValidatorClass } from './validation-rules.js';

/** The compiled rules of all classes that one arguments class refers to. */
export class ValidationPlans {
  readonly groups: readonly string[];
  /** The plan of the first class: most arguments classes refer to no other. */
  #first: ValidationPlan | undefined;
  #others: Map<Function, ValidationPlan> | undefined;

  constructor(groups: readonly string[] = NONE) {
    this.groups = groups;
  }

  /** The rules of a class and its parents, as class-validator merges them. */
  rulesOf(type: Function): RulesByProperty {
    const rules = new Map<string, RuleMetadata[]>();
    for (const rule of readRules(type, this.groups)) {
      const known = rules.get(rule.propertyName);
      if (known === undefined) rules.set(rule.propertyName, [rule]);
      else known.push(rule);
    }
    return rules;
  }

  /** Compiles the rules of a class, with the presence rules of its arguments. */
  compile(type: Function, presences: readonly Presence[] = NONE, rules = this.rulesOf(type)): ValidationPlan {
    const plan = new ValidationPlan(this, type, presences, rules);
    if (this.#first === undefined || this.#first.type === type) this.#first = plan;
    else this.#others = (this.#others ?? new Map<Function, ValidationPlan>()).set(type, plan);
    return plan;
  }

  get #all(): readonly ValidationPlan[] {
    return this.#first === undefined ? NONE : [this.#first, ...(this.#others?.values() ?? NONE)];
  }

  /** The validator classes of all plans that dependency injection must be able to construct. */
  get validators(): readonly ValidatorClass[] {
    return this.#all.flatMap((plan) => plan.validators);
  }

  /**
   * The groups of all rules of the compiled classes; nothing if class-transformer may create objects of further
   * classes, whose rules are unknown.
   */
  get knownGroups(): ReadonlySet<string> | undefined {
    const plans = this.#all;
    if (plans.length === 0 || plans.some((plan) => plan.leadsElsewhere)) return undefined;
    // At run time, class-validator omits groups from rules with other options, against its types.
    const groupsOf = ({ groups }: Partial<RuleMetadata>) => groups ?? [];
    return new Set(plans.flatMap(({ type }) => readRules(type).flatMap(groupsOf)));
  }

  /** The rules of the class that a value happens to be of. */
  of(value: object): ValidationPlan | undefined {
    const type: unknown = value.constructor;
    if (typeof type !== 'function') return undefined;
    return this.#first?.type === type ? this.#first : (this.#others?.get(type) ?? this.compile(type));
  }
}

const NONE = Object.freeze([]);
