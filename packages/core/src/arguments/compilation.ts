import { ArgumentPlan } from './argument-plan.js';
import type { DefinitionFault } from '../errors.js';
import type { Class } from '../types.js';
import { ValidationPlans } from '../validation/validation-plans.js';

/** The compiling of one arguments class and of those it leads to. */
export class Compilation {
  readonly faults: DefinitionFault[];
  readonly validation: ValidationPlans;
  readonly #plans = new Map<Class, ArgumentPlan>();

  /** @param faults where whatever is wrong with the classes is added */
  constructor(faults: DefinitionFault[], groups: readonly string[] = []) {
    this.faults = faults;
    this.validation = new ValidationPlans(groups);
  }

  /** The plan of a class, once the whole compiling is done: classes may hold each other, and themselves. */
  planOf(type: Class): () => ArgumentPlan {
    if (!this.#plans.has(type)) {
      this.#plans.set(type, ArgumentPlan.none);
      this.#plans.set(type, ArgumentPlan.compile(type, this));
    }
    return () => this.#plans.get(type) ?? ArgumentPlan.none;
  }
}
