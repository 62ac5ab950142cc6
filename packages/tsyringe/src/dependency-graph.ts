import { type ConstructionFault, type FaultId, RequestContext, type ServiceToken } from '@cuecard/core';
import { type DependencyContainer, injectable, type InjectionToken, Lifecycle } from 'tsyringe';
import { dependenciesOf, type Dependency } from './constructor-parameters.js';
import {
  type InjectedClass,
  isDisposable,
  isInjectable,
  isPromised,
  type Registration,
  registrationsOf,
  targetOf,
} from './container-internals.js';
import { tokenOf } from './token-of.js';

type Path = readonly InjectionToken[];

/** The properties of a class or token that are known before anything is constructed. */
interface Analysis {
  /** Why it cannot be constructed, with the path to the cause. */
  readonly fault?: ConstructionFault;
  /** The path to a dependency with the lifetime of a request; nothing if there is none. */
  readonly requestScoped?: Path;
  /** Whether a disposable instance is constructed for it. */
  readonly isDisposable?: boolean;
}

const SOUND: Analysis = {};

/** Follows the dependencies of a class through the registrations of a container, without constructing anything. */
export class DependencyGraph {
  /** The visited tokens with one instance for each container. */
  readonly scoped = new Set<InjectionToken>();
  /** The visited singleton tokens, each with whether all its registrations are needed. */
  readonly singletons = new Map<InjectionToken, boolean>();
  /** The visited class tokens whose instance a factory creates. */
  readonly factories = new Set<InjectionToken>();
  readonly #container: DependencyContainer;
  /** The results for valid tokens, so that a shared service is followed once. */
  readonly #sound = new Map<InjectionToken, Analysis>();
  /** The visited targets of delayed tokens. */
  readonly #beyond = new Set<InjectionToken>();

  constructor(container: DependencyContainer) {
    this.#container = container;
  }

  /** Checks a class that the container is to construct; it need not be decorated for tsyringe. */
  look(type: InjectedClass): Analysis {
    if (isInjectable(type) !== true) injectable()(type);
    return this.lookFor(type);
  }

  /** Checks what the container provides for a token. */
  lookFor(token: ServiceToken): Analysis {
    return this.#token({ token: tokenOf(token), isOptional: false, isMultiple: false, isAwaited: true }, []);
  }

  #token(dependency: Dependency, path: Path): Analysis {
    const { token, isOptional, isMultiple, isAwaited, label } = dependency;
    if (token === undefined)
      return fault(`has a constructor parameter without a class, ${label}`, path, { id: TYPES, remedy: ASK });
    if (token === RequestContext) return { requestScoped: [token] };
    if (isDelayed(token)) return this.#delayed(token);
    if (path.includes(token))
      return fault('needs itself', [...path, token], { id: 'service-needs-itself', remedy: DELAY });
    const registrations = registrationsOf(this.#container, token);
    if (registrations.length === 0 && isOptional) return SOUND;
    const last = registrations.slice(-1);
    if (isAwaited && last.some(isPromised))
      return fault('is registered as a promise', [...path, token], { id: 'service-not-awaited', remedy: AWAIT });
    if (isMultiple) return this.#all(token, registrations, path);
    this.#noteFactory(dependency, last);
    return this.#last(token, last, path);
  }

  #noteFactory({ token, isAwaited }: Dependency, last: readonly Registration[]): void {
    const hasFactory = last.some(({ provider }) => provider.useFactory !== undefined);
    if (isAwaited && hasFactory && token !== undefined) this.factories.add(token);
  }

  #all(token: InjectionToken, registrations: readonly Registration[], path: Path): Analysis {
    this.#note(token, registrations, true);
    return this.#follow(registrations, [...path, token]);
  }

  #last(token: InjectionToken, registrations: readonly Registration[], path: Path): Analysis {
    const known = this.#sound.get(token);
    if (known !== undefined) return known;
    this.#note(token, registrations, false);
    const analysis = this.#follow(registrations, [...path, token]);
    if (analysis.fault === undefined) this.#sound.set(token, analysis);
    return analysis;
  }

  #note(token: InjectionToken, registrations: readonly Registration[], isMultiple: boolean): void {
    for (const { options } of registrations) {
      if (options.lifecycle === Lifecycle.ContainerScoped) this.scoped.add(token);
      if (options.lifecycle === Lifecycle.Singleton)
        this.singletons.set(token, isMultiple || this.singletons.get(token) === true);
    }
  }

  #follow(registrations: readonly Registration[], path: Path): Analysis {
    if (registrations.length > 0)
      return join(registrations.map((registration) => this.#registration(registration, path)));
    const token = path.at(-1);
    if (token === undefined || this.#container.isRegistered(token, true)) return SOUND;
    if (!isClass(token)) return fault('is not registered', path);
    return isInjectable(token) === false
      ? fault('is not registered, and not @injectable()', path)
      : this.#class(token, path);
  }

  #registration({ provider, options: { lifecycle } }: Registration, path: Path): Analysis {
    const below = this.#provider(provider, path);
    if (below.fault !== undefined) return below;
    if (lifecycle === Lifecycle.ContainerScoped) return { requestScoped: path.slice(-1), ...below };
    if (lifecycle !== Lifecycle.Singleton) return below;
    return below.requestScoped === undefined ? SOUND : keeps(path, below.requestScoped);
  }

  #provider({ useClass, useToken }: Registration['provider'], path: Path): Analysis {
    if (useToken !== undefined)
      return under(
        path,
        this.#token({ token: useToken, isOptional: false, isMultiple: false, isAwaited: false }, path),
      );
    // A value exists already, and the result of a factory cannot be predicted.
    if (useClass === undefined) return SOUND;
    return isDelayed(useClass) ? this.#delayed(useClass) : this.#class(useClass, path);
  }

  /** The target of `delay(() => …)` may depend on the class that delays it, and is resolved only at first use. */
  #delayed(token: object): Analysis {
    const target = targetOf(token);
    if (target === undefined) return SOUND;
    if (this.#beyond.has(target)) return this.#sound.get(target) ?? SOUND;
    this.#beyond.add(target);
    const { fault: _, ...analysis } = this.#token(
      { token: target, isOptional: false, isMultiple: false, isAwaited: false },
      [],
    );
    return analysis;
  }

  #class(type: InjectedClass, path: Path): Analysis {
    const dependencies = dependenciesOf(type);
    const isUnmarked = type.length > 0 && isInjectable(type) === false;
    if (dependencies.length < type.length || isUnmarked) {
      const remedy = `${isUnmarked ? 'Mark it @injectable()' : 'Decorate it'}, ${COMPILE}`;
      return fault('has constructor parameters of unknown types', path, { id: TYPES, remedy });
    }
    const below = under(path, join(dependencies.map((dependency) => this.#token(dependency, path))));
    return isDisposable(type) ? { ...below, isDisposable: true } : below;
  }
}

function join(analyses: readonly Analysis[]): Analysis {
  const broken = analyses.find((each) => each.fault !== undefined);
  if (broken !== undefined) return broken;
  const { requestScoped } = analyses.find((each) => each.requestScoped !== undefined) ?? SOUND;
  return {
    ...(requestScoped !== undefined && { requestScoped }),
    isDisposable: analyses.some((each) => each.isDisposable === true),
  };
}

/** The result for the end of the path, from the result for its dependency. */
function under(path: Path, below: Analysis): Analysis {
  const { requestScoped } = below;
  return requestScoped === undefined ? below : { ...below, requestScoped: [...path.slice(-1), ...requestScoped] };
}

function keeps(path: Path, requestScoped: Path): Analysis {
  const problem = 'is a singleton, and would keep what belongs to one request';
  return fault(problem, path, { below: requestScoped.slice(1), id: 'service-outlives-request', remedy: SHORTEN });
}

function fault(
  problem: string,
  path: Path,
  { below = [], id = 'service-missing', remedy = REGISTER }: FaultDetails = {},
): Analysis {
  const name = path.map(nameOf).at(-1);
  return { fault: { id, problem: `${name} ${problem} (${[...path, ...below].map(nameOf).join(' → ')})`, remedy } };
}

interface FaultDetails {
  /** The path below the cause. */
  readonly below?: Path;
  readonly id?: FaultId;
  readonly remedy?: string;
}

const TYPES = 'constructor-types-missing';
const ASK = 'Ask for a class, which may be abstract, or name what to inject: @inject(token)';
const COMPILE =
  'compile it with emitDecoratorMetadata, and import their classes as values; or name what to inject: @inject(token)';
const REGISTER = 'Register it in the container before you create the runtime';
const DELAY = 'Break the circle, for example with @inject(delay(() => …))';
const AWAIT = 'Await it before you register it';
const SHORTEN = 'Give it the lifetime of a request, too: Lifecycle.ContainerScoped';

function isClass(token: InjectionToken): token is InjectedClass {
  return typeof token === 'function';
}

/** `delay(() => …)`: resolved when it is first used, so that classes can need each other. */
function isDelayed(token: unknown): token is object {
  return typeof token === 'object' && token !== null;
}

function nameOf(token: InjectionToken): string {
  return isClass(token) ? token.name : String(token);
}
