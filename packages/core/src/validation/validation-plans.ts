import type { Presence } from './property-plan.js';
import { ValidationPlan } from './validation-plan.js';
import { readRules, type RuleMetadata, type ValidatorClass } from './validation-rules.js';

/** The compiled rules of all classes that one arguments class refers to. */
export class ValidationPlans {
  readonly groups: readonly string[];
  readonly #plans = new Map<Function, ValidationPlan>();
  /** The rules of the last requested class, which compilation requests repeatedly. */
  #last: { readonly type: Function; readonly rules: readonly RuleMetadata[] } | undefined;

  constructor(groups: readonly string[] = []) {
    this.groups = groups;
  }

  /** The rules of a class and its parents, as class-validator merges them. */
  rulesOf(type: Function): readonly RuleMetadata[] {
    if (this.#last?.type !== type) this.#last = { type, rules: readRules(type, this.groups) };
    return this.#last.rules;
  }

  /** Compiles the rules of a class, with the presence rules of its arguments. */
  compile(type: Function, presences: ReadonlyMap<string, Presence> = new Map()): ValidationPlan {
    const plan = new ValidationPlan(this, type, presences);
    this.#plans.set(type, plan);
    return plan;
  }

  /** The validator classes of all plans that dependency injection must be able to construct. */
  get validators(): ValidatorClass[] {
    return [...this.#plans.values()].flatMap((plan) => plan.validators);
  }

  /** The properties of all plans that class-validator itself checks: `Class.property`. */
  get delegatedRules(): string[] {
    return [...this.#plans].flatMap(([{ name }, plan]) => plan.delegatedRules.map((property) => `${name}.${property}`));
  }

  /**
   * The groups that any rule of the compiled classes has; nothing where class-transformer may make objects of further
   * classes, whose rules nobody knows before.
   */
  get knownGroups(): ReadonlySet<string> | undefined {
    const plans = [...this.#plans];
    if (plans.length === 0 || plans.some(([, plan]) => plan.leadsElsewhere)) return undefined;
    // class-validator leaves groups out of rules with other options, whatever its types say.
    const groupsOf = ({ groups }: Partial<RuleMetadata>) => groups ?? [];
    return new Set(plans.flatMap(([type]) => readRules(type).flatMap(groupsOf)));
  }

  /** The rules of the class that a value happens to be of. */
  of(value: object): ValidationPlan | undefined {
    const type: unknown = value.constructor;
    return typeof type === 'function' ? (this.#plans.get(type) ?? this.compile(type)) : undefined;
  }
}
