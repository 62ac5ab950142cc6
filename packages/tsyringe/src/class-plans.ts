import { container as global, type DependencyContainer, injectable } from 'tsyringe';
import { ClassPlan } from './class-plan.js';
import { releaseClass, type InjectedClass, isInjectable, type Registration } from './container-internals.js';

/** The state that the resolvers of one container share. */
interface SharedContainerState {
  latest: symbol;
  /** The singletons that were first constructed through this container, including singletons of its parents. */
  readonly constructed: Set<Registration>;
}

const SHARED_STATES = new WeakMap<DependencyContainer, SharedContainerState>();
/** The latest resolver of each class that is not decorated for tsyringe. */
const LATEST_RESOLVERS = new WeakMap<InjectedClass, symbol>();

/** The plans of the classes that one resolver constructs. */
export class ClassPlans {
  readonly #container: DependencyContainer;
  readonly #shared: SharedContainerState;
  readonly #plans = new Map<InjectedClass, ClassPlan>();
  /** Identifies this resolver in shared state. Storing the resolver itself would keep its classes in memory. */
  readonly #id = Symbol('resolver');

  constructor(container: DependencyContainer) {
    this.#container = container;
    this.#shared = SHARED_STATES.get(container) ?? { latest: this.#id, constructed: new Set() };
    this.#shared.latest = this.#id;
    SHARED_STATES.set(container, this.#shared);
  }

  /** Returns the plan of a class, created from the registrations when the class was first used. */
  of(type: InjectedClass): ClassPlan {
    return this.#plans.get(type) ?? this.renew(type);
  }

  /** Creates the plan of a class again, from the current registrations. */
  renew(type: InjectedClass): ClassPlan {
    if (LATEST_RESOLVERS.has(type) || isInjectable(type) !== true) {
      injectable()(type);
      LATEST_RESOLVERS.set(type, this.#id);
    }
    const plan = new ClassPlan(this.#container, type);
    this.#plans.set(type, plan);
    for (const each of plan.pendingSingletons(this.#container)) this.#shared.constructed.add(each);
    return plan;
  }

  /**
   * Removes classes from tsyringe's records unless a later resolver needs them. Disposes of the container, unless a
   * later resolver uses it or it is tsyringe's global container.
   */
  async release(): Promise<void> {
    for (const type of this.#plans.keys())
      if (LATEST_RESOLVERS.get(type) === this.#id) releaseClass(this.#container, type);
    if (this.#shared.latest !== this.#id || this.#container === global) return;
    // Unlinks singletons first, because `dispose()` would otherwise also dispose of singletons that belong to parent
    // containers.
    for (const registration of this.#shared.constructed) delete registration.instance;
    await this.#container.dispose();
  }
}
