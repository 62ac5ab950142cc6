import { type DependencyContainer, injectable, type InjectionToken, Lifecycle } from 'tsyringe';
import { dependenciesOf, type Dependency } from './constructor-parameters.js';
import { type InjectedClass, isInjectable, type Registration, registrationsOf } from './container-internals.js';

/** What can be said about a class before it is constructed. */
export interface Outlook {
  /** Why it cannot be constructed, with the path to the cause. */
  readonly problem?: string;
  /** Whether something below it lives as long as a request. */
  readonly isRequestScoped: boolean;
}

const FINE: Outlook = { isRequestScoped: false };

type Path = readonly InjectionToken[];

/** Follows what classes need through the registrations of a container, without constructing anything. */
export class DependencyGraph {
  readonly #container: DependencyContainer;
  /** What has been looked at and is well; a service that many ask for is followed once. */
  readonly #well = new Map<InjectionToken, Outlook>();

  constructor(container: DependencyContainer) {
    this.#container = container;
  }

  /** Looks at a class that the container is to construct; the class need not be decorated for tsyringe. */
  look(type: InjectedClass): Outlook {
    if (isInjectable(type) !== true) injectable()(type);
    return this.#token({ token: type, isOptional: false, isMultiple: false }, []);
  }

  #token({ token, isOptional, isMultiple }: Dependency, path: Path): Outlook {
    if (token === undefined) return fault('has a constructor parameter without a class', path);
    if (path.includes(token)) return fault('needs itself', [...path, token]);
    const registrations = registrationsOf(this.#container, token);
    if (registrations.length === 0 && isOptional) return FINE;
    const outlook =
      this.#well.get(token) ?? this.#follow(isMultiple ? registrations : registrations.slice(-1), [...path, token]);
    if (outlook.problem === undefined) this.#well.set(token, outlook);
    return outlook;
  }

  #follow(registrations: readonly Registration[], path: Path): Outlook {
    if (registrations.length > 0)
      return join(registrations.map((registration) => this.#registration(registration, path)));
    const token = path.at(-1);
    if (token === undefined || isDelayed(token) || this.#container.isRegistered(token, true)) return FINE;
    if (!isClass(token)) return fault('is not registered', path);
    return isInjectable(token) === false
      ? fault('is not registered, and not @injectable()', path)
      : this.#class(token, path);
  }

  #registration({ provider, options }: Registration, path: Path): Outlook {
    const below = this.#provider(provider, path);
    if (below.problem !== undefined) return below;
    if (options.lifecycle === Lifecycle.Singleton && below.isRequestScoped) {
      return fault('is a singleton, and would keep what belongs to one request', path);
    }
    return { isRequestScoped: below.isRequestScoped || options.lifecycle === Lifecycle.ContainerScoped };
  }

  #provider({ useClass, useToken }: Registration['provider'], path: Path): Outlook {
    if (useToken !== undefined) return this.#token({ token: useToken, isOptional: false, isMultiple: false }, path);
    // A value is there already, and what a factory will do nobody knows.
    return useClass === undefined || isDelayed(useClass) ? FINE : this.#class(useClass, path);
  }

  #class(type: InjectedClass, path: Path): Outlook {
    const dependencies = dependenciesOf(type);
    if (dependencies.length < type.length || (type.length > 0 && isInjectable(type) === false)) {
      return fault('has constructor parameters of unknown types: mark it @injectable()', path);
    }
    return join(dependencies.map((dependency) => this.#token(dependency, path)));
  }
}

function join(outlooks: readonly Outlook[]): Outlook {
  const broken = outlooks.find(({ problem }) => problem !== undefined);
  return broken ?? { isRequestScoped: outlooks.some(({ isRequestScoped }) => isRequestScoped) };
}

function fault(problem: string, path: Path): Outlook {
  const names = path.map(nameOf);
  return { problem: `${names.at(-1)} ${problem} (${names.join(' → ')})`, isRequestScoped: false };
}

function isClass(token: InjectionToken): token is InjectedClass {
  return typeof token === 'function';
}

/** `delay(() => …)`: resolved when it is first used, so that classes can need each other. */
function isDelayed(token: unknown): boolean {
  return typeof token === 'object' && token !== null;
}

function nameOf(token: InjectionToken): string {
  return isClass(token) ? token.name : String(token);
}
