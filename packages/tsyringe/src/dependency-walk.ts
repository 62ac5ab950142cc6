import { type ConstructionFault, type FaultId, RequestContext } from '@cuecard/core';
import { type DependencyContainer, type InjectionToken, Lifecycle } from 'tsyringe';
import { type Dependency, dependenciesOf, dependencyOn } from './constructor-parameters.js';
import {
  type InjectedClass,
  isDisposable,
  isInjectable,
  providesPromise,
  type Registration,
  registrationsOf,
  targetOf,
} from './container-internals.js';

type Path = readonly InjectionToken[];

/** The lifetime of an instance. It is known before the construction. */
interface Lifetime {
  /** The path to a request-scoped dependency, if there is one. */
  readonly requestPath?: Path | undefined;
  /** Whether constructing the instance constructs anything disposable. */
  readonly isDisposable: boolean;
}

const NEVER_DISPOSED: Lifetime = { isDisposable: false };

/**
 * Follows the dependencies of one class or token through the registrations of a container, without constructing them.
 */
export class DependencyWalk {
  /** The reason that the class or token cannot be constructed, with the path to the cause. */
  readonly fault: ConstructionFault | undefined;
  readonly lifetime: Lifetime = NEVER_DISPOSED;
  /** The visited tokens that have one instance per container. */
  readonly scoped = new Set<InjectionToken>();
  /** The visited singleton tokens; the value is whether all registrations of the token are needed. */
  readonly singletons = new Map<InjectionToken, boolean>();
  /** The visited class tokens with a factory. */
  readonly factories = new Set<InjectionToken>();
  readonly #container: DependencyContainer;
  readonly #visited = new Map<InjectionToken, Lifetime>();
  readonly #delayedTargets = new Set<InjectionToken>();

  constructor(container: DependencyContainer, token: InjectionToken) {
    this.#container = container;
    try {
      this.lifetime = this.#visitDependency({ ...dependencyOn(token), isAwaited: true }, []);
    } catch (error) {
      if (!(error instanceof DependencyError)) throw error;
      this.fault = error.fault;
    }
  }

  /** @throws {DependencyError} if the dependency cannot be constructed */
  #visitDependency(dependency: Dependency, above: Path): Lifetime {
    const { token, isOptional, isMultiple, isAwaited } = dependency;
    if (token === RequestContext) return { requestPath: [token], isDisposable: false };
    if (isDelayed(token)) return this.#visitDelayed(token);
    const path = [...above, token];
    if (above.includes(token)) throw new DependencyError('depends on itself', path, CIRCLE);
    const all = registrationsOf(this.#container, token);
    if (all.length === 0 && isOptional) return NEVER_DISPOSED;
    const chosen = isMultiple ? all : all.slice(-1);
    if (isAwaited) this.#checkAwaited(token, chosen, path);
    this.#recordLifecycles(token, chosen, isMultiple);
    return isMultiple ? this.#visitRegistrations(chosen, path) : this.#visit(token, chosen, path);
  }

  /** Follows a token once, even if several classes share it. */
  #visit(token: InjectionToken, chosen: readonly Registration[], path: Path): Lifetime {
    const lifetime = this.#visited.get(token) ?? this.#visitRegistrations(chosen, path);
    this.#visited.set(token, lifetime);
    return lifetime;
  }

  #checkAwaited(token: InjectionToken, registrations: readonly Registration[], path: Path): void {
    if (registrations.some(providesPromise)) throw new DependencyError('is registered as a promise', path, PROMISE);
    if (registrations.some(({ provider }) => provider.useFactory !== undefined)) this.factories.add(token);
  }

  #recordLifecycles(token: InjectionToken, registrations: readonly Registration[], isMultiple: boolean): void {
    for (const { options } of registrations) {
      if (options.lifecycle === Lifecycle.ContainerScoped) this.scoped.add(token);
      if (options.lifecycle === Lifecycle.Singleton)
        this.singletons.set(token, isMultiple || this.singletons.get(token) === true);
    }
  }

  #visitRegistrations(registrations: readonly Registration[], path: Path): Lifetime {
    if (registrations.length > 0)
      return combineLifetimes(registrations.map((each) => this.#visitRegistration(each, path)));
    const type = path.at(-1);
    if (!isClass(type)) throw new DependencyError('is not registered', path);
    if (isInjectable(type) !== false) return this.#visitClass(type, path);
    throw new DependencyError('is neither registered nor @injectable()', path);
  }

  #visitRegistration({ provider, options: { lifecycle } }: Registration, path: Path): Lifetime {
    const lifetime = this.#visitProvider(provider, path);
    const { requestPath } = lifetime;
    if (lifecycle === Lifecycle.ContainerScoped) return { ...lifetime, requestPath: requestPath ?? path.slice(-1) };
    if (lifecycle !== Lifecycle.Singleton) return lifetime;
    if (requestPath === undefined) return NEVER_DISPOSED;
    const problem = 'is a singleton, but depends on a service that belongs to one request';
    throw new DependencyError(problem, path, { ...OUTLIVES, below: requestPath.slice(1) });
  }

  #visitProvider({ useClass, useToken }: Registration['provider'], path: Path): Lifetime {
    if (useToken !== undefined) return extendRequestPath(path, this.#visitDependency(dependencyOn(useToken), path));
    // Does not count a value or the result of a factory as disposable: the value already exists, and the result is
    // unknown.
    if (useClass === undefined) return NEVER_DISPOSED;
    return isDelayed(useClass) ? this.#visitDelayed(useClass) : this.#visitClass(useClass, path);
  }

  /**
   * Follows the target of `delay(() => …)`. tsyringe resolves the target only at first use, so the target may depend on
   * the class that delays it.
   */
  #visitDelayed(token: object): Lifetime {
    const target = targetOf(token);
    if (target === undefined) return NEVER_DISPOSED;
    if (this.#delayedTargets.has(target)) return this.#visited.get(target) ?? NEVER_DISPOSED;
    this.#delayedTargets.add(target);
    try {
      return this.#visitDependency(dependencyOn(target), []);
    } catch (error) {
      if (error instanceof DependencyError) return NEVER_DISPOSED;
      throw error;
    }
  }

  #visitClass(type: InjectedClass, path: Path): Lifetime {
    const dependencies = dependenciesOf(type);
    const isUnmarked = type.length > 0 && isInjectable(type) === false;
    if (dependencies.length < type.length || isUnmarked) {
      const remedy = `${isUnmarked ? 'Decorate it with @injectable()' : 'Add a decorator to the class'}, ${COMPILE}`;
      throw new DependencyError('has constructor parameters of unknown types', path, { ...UNTYPED, remedy });
    }
    const lifetimes = dependencies.map((dependency, index) => {
      if (dependency !== undefined) return this.#visitDependency(dependency, path);
      throw new DependencyError(
        `has a constructor parameter whose type is not a class: number ${index + 1}`,
        path,
        UNTYPED,
      );
    });
    const { requestPath, isDisposable: isAnyDisposable } = extendRequestPath(path, combineLifetimes(lifetimes));
    return { requestPath, isDisposable: isAnyDisposable || isDisposable(type) };
  }
}

function combineLifetimes(lifetimes: readonly Lifetime[]): Lifetime {
  return {
    requestPath: lifetimes.find(({ requestPath }) => requestPath !== undefined)?.requestPath,
    isDisposable: lifetimes.some((lifetime) => lifetime.isDisposable),
  };
}

/** Returns the lifetime of the last token in a path, given the lifetime of its dependencies. */
function extendRequestPath(path: Path, { requestPath, isDisposable: isAnyDisposable }: Lifetime): Lifetime {
  return { requestPath: requestPath && [...path.slice(-1), ...requestPath], isDisposable: isAnyDisposable };
}

function isClass(token: unknown): token is InjectedClass {
  return typeof token === 'function';
}

/**
 * Whether a token is `delay(() => …)`, which is resolved at first use, so that two classes can depend on each other.
 */
function isDelayed(token: unknown): token is object {
  return typeof token === 'object' && token !== null;
}

interface FaultDetails {
  readonly id: FaultId;
  readonly remedy: string;
  /** The path from the faulty token down to the dependency that causes the fault. */
  readonly below?: Path;
}

/** Thrown to end a walk at the dependency that cannot be constructed. */
class DependencyError extends Error {
  readonly fault: ConstructionFault;

  constructor(problem: string, path: Path, { id, remedy, below: rest = [] }: FaultDetails = MISSING) {
    const names = [...path, ...rest].map((token) => (isClass(token) ? token.name : String(token)));
    const message = `${names[path.length - 1]} ${problem} (${names.join(' → ')})`;
    super(message);
    this.fault = { id, problem: message, remedy };
  }
}

const MISSING: FaultDetails = {
  id: 'service-missing',
  remedy: 'Register it in the container before you create the runtime',
};
const UNTYPED: FaultDetails = {
  id: 'constructor-types-missing',
  remedy: 'Use a class or an abstract class as the type, or add @inject(token) to the parameter',
};
const COMPILE =
  'set emitDecoratorMetadata, and import the types of the parameters without `import type`; or add @inject(token) to each parameter';
const CIRCLE: FaultDetails = {
  id: 'service-needs-itself',
  remedy: 'Break the cycle, for example with @inject(delay(() => …))',
};
const PROMISE: FaultDetails = { id: 'service-not-awaited', remedy: 'Await it before you register it' };
const OUTLIVES: FaultDetails = {
  id: 'service-outlives-request',
  remedy: 'Register the singleton with Lifecycle.ContainerScoped instead',
};
