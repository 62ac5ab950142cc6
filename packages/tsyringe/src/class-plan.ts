import type { ConstructionFault } from '@cuecard/core';
import type { DependencyContainer, InjectionToken } from 'tsyringe';
import { type InjectedClass, registrationsOf } from './container-internals.js';
import { DependencyGraph } from './dependency-graph.js';
import { refusePromises } from './refuse-promises.js';

/** The plan by which a container constructs a class for requests. */
export class ClassPlan {
  /** Why it cannot be constructed, with the path to the cause. */
  readonly fault: ConstructionFault | undefined;
  /** Whether it needs a child container: some dependency belongs to the request, or is disposed of with it. */
  readonly isOfRequest: boolean;
  readonly #factories: ReadonlySet<InjectionToken>;
  readonly #scoped: ReadonlySet<InjectionToken>;
  #singletons: ReadonlyMap<InjectionToken, boolean>;

  constructor(container: DependencyContainer, type: InjectedClass) {
    const graph = new DependencyGraph(container);
    const { fault, requestScoped, isDisposable = false } = graph.look(type);
    this.fault = fault;
    this.isOfRequest = requestScoped !== undefined || isDisposable;
    this.#factories = graph.factories;
    this.#scoped = graph.scoped;
    refusePromises(container, this.#factories);
    this.#singletons = graph.singletons;
  }

  /** Prepares the child container of a request for constructing the class. */
  prepare(child: DependencyContainer, container: DependencyContainer): void {
    refusePromises(child, this.#factories);
    this.#constructSingletons(container);
    for (const token of this.#scoped) if (!child.isRegistered(token)) scope(token, child);
  }

  /** A child disposes of everything it constructs, even singletons, so these are constructed beforehand. */
  #constructSingletons(container: DependencyContainer): void {
    for (const [token, isMultiple] of this.#singletons)
      if (isMultiple) container.resolveAll(token);
      else container.resolve(token);
    this.#singletons = new Map();
  }
}

/**
 * A child copies only the scoped registrations of its parent; those of other ancestors would be shared by all requests.
 */
function scope(token: InjectionToken, child: DependencyContainer): void {
  for (const { provider, options } of registrationsOf(child, token)) child.register(token, provider as never, options);
}
