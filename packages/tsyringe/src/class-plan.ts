import type { ConstructionFault } from '@cuecard/core';
import type { DependencyContainer, InjectionToken } from 'tsyringe';
import { type InjectedClass, type Registration, registrationsOf } from './container-internals.js';
import { DependencyWalk } from './dependency-walk.js';

/** How a container constructs a class during requests. */
export class ClassPlan {
  /** The reason that the class cannot be constructed, with the path to the cause. */
  readonly fault: ConstructionFault | undefined;
  /** Whether a child container is needed, because a dependency is request-scoped or disposable. */
  readonly needsChild: boolean;
  readonly #factories: ReadonlySet<InjectionToken>;
  readonly #scoped: ReadonlySet<InjectionToken>;
  #singletons: ReadonlyMap<InjectionToken, boolean>;

  constructor(container: DependencyContainer, type: InjectedClass) {
    const { fault, lifetime, factories, scoped, singletons } = new DependencyWalk(container, type);
    this.fault = fault;
    this.needsChild = lifetime.requestPath !== undefined || lifetime.isDisposable;
    this.#factories = factories;
    this.#scoped = scoped;
    this.#singletons = singletons;
    rejectPromises(container, factories);
  }

  /** Prepares the child container of a request for constructing the class. */
  prepare(child: DependencyContainer, container: DependencyContainer): void {
    rejectPromises(child, this.#factories);
    this.#constructSingletons(container);
    for (const token of this.#scoped) if (!child.isRegistered(token)) copyRegistrations(token, child);
  }

  /** Returns the singletons that are not constructed yet. */
  pendingSingletons(container: DependencyContainer): readonly Registration[] {
    const registrations = [...this.#singletons.keys()].flatMap((token) => registrationsOf(container, token));
    return registrations.filter(({ instance }) => instance === undefined);
  }

  /**
   * Constructs singletons in the parent container beforehand, because a child container disposes of everything that it
   * constructs, even singletons.
   */
  #constructSingletons(container: DependencyContainer): void {
    for (const [token, isMultiple] of this.#singletons)
      if (isMultiple) container.resolveAll(token);
      else container.resolve(token);
    this.#singletons = new Map();
  }
}

/**
 * Copies a container-scoped token's registrations to a child container. tsyringe copies registrations only from the
 * direct parent. Without this copy, requests would share the instances of tokens that are registered in other
 * ancestors.
 */
function copyRegistrations(token: InjectionToken, child: DependencyContainer): void {
  for (const { provider, options } of registrationsOf(child, token)) child.register(token, provider as never, options);
}

/** The tokens that have been checked for promises, by container. */
const CHECKED_TOKENS = new WeakMap<DependencyContainer, Set<InjectionToken>>();

/** Makes a container throw if a factory returns a promise for a parameter whose type is a class. */
function rejectPromises(container: DependencyContainer, tokens: ReadonlySet<InjectionToken>): void {
  if (tokens.size === 0) return;
  const checked = CHECKED_TOKENS.get(container) ?? new Set();
  CHECKED_TOKENS.set(container, checked);
  for (const token of tokens) {
    if (checked.has(token)) continue;
    checked.add(token);
    container.afterResolution(token, rejectPromise, { frequency: 'Always' });
  }
}

/** @throws {TypeError} if a service is a promise */
function rejectPromise(token: InjectionToken, service: unknown): void {
  if (!(service instanceof Promise)) return;
  service.catch(() => {}); // Handles the rejection, which would otherwise be unhandled.
  const name = typeof token === 'function' ? token.name : String(token);
  throw new TypeError(
    `${name} is a promise, because its factory is asynchronous: await the service, and register the result`,
  );
}
