// oxlint-disable-next-line no-restricted-imports -- only `require` can load the private modules of tsyringe
import { createRequire } from 'node:module';
import { type DependencyContainer, injectable, type InjectionToken, type Lifecycle } from 'tsyringe';

// tsyringe's public API can resolve a token, but does not show in advance whether that will succeed, or how long the
// instance will live. Only this file reads tsyringe's private records.

export interface Registration {
  readonly provider: {
    readonly useClass?: InjectedClass;
    readonly useToken?: InjectionToken;
    readonly useValue?: unknown;
    readonly useFactory?: Function;
  };
  readonly options: { readonly lifecycle: Lifecycle };
  /** The singleton, once it is constructed. */
  instance?: unknown;
}

// oxlint-disable-next-line no-explicit-any -- tsyringe declares its tokens with the same type
export type InjectedClass = new (...dependencies: any[]) => unknown;

interface Internals {
  readonly getAllRegistrations?: (token: InjectionToken) => readonly Registration[] | null;
}

/**
 * Checks that the registrations of a container are readable. Without this check, one request's services could leak into
 * another request.
 * @throws {TypeError} if the registrations are not readable
 */
export function checkRegistrations(container: DependencyContainer): void {
  if (typeof (container as Internals).getAllRegistrations === 'function') return;
  throw new TypeError(
    'fromContainer() cannot read the registrations of this container. Use a container of tsyringe 4.',
  );
}

/** Returns the registrations of a token in the container or its parents. */
export function registrationsOf(container: DependencyContainer, token: InjectionToken): readonly Registration[] {
  return (container as Internals).getAllRegistrations?.(token) ?? [];
}

/**
 * Whether a registration certainly provides a promise. For a factory without `async`, this is unknown and counts as no.
 */
export function providesPromise({ provider: { useValue, useFactory } }: Registration): boolean {
  return useValue instanceof Promise || Object.prototype.toString.call(useFactory) === '[object AsyncFunction]';
}

/**
 * Returns the target of `delay(() => …)`, or `undefined` if the target is not defined yet, or if tsyringe hides the
 * target.
 */
export function targetOf(delayed: object): InjectionToken | undefined {
  const { wrap } = delayed as { readonly wrap?: () => InjectionToken };
  return wrap?.();
}

/** Whether tsyringe would dispose of the instances of a class, as far as its prototype shows. */
export function isDisposable({ prototype }: InjectedClass): boolean {
  const { dispose } = prototype as { readonly dispose?: unknown };
  return typeof dispose === 'function' && dispose.length === 0;
}

const injectables = readInjectables();

/** Whether a class has `@injectable()` or a decorator that includes it; `undefined` if that is unknown. */
export function isInjectable(type: InjectedClass): boolean | undefined {
  return injectables?.has(type);
}

/** The entries of a container by token, including tokens that were only looked up. */
type Entries = Readonly<Record<'_registryMap', Map<unknown, readonly unknown[]> | undefined>>;

interface ContainerInternals {
  readonly parent?: ContainerInternals;
  readonly _registry?: Entries;
  readonly interceptors?: { readonly preResolution?: Entries; readonly postResolution?: Entries };
}

/** Reverts `injectable()`, and removes an unregistered class from the containers that looked it up. */
export function releaseClass(container: ContainerInternals | DependencyContainer, type: InjectedClass): void {
  injectables?.delete(type);
  const { parent, _registry: registry, interceptors } = container as ContainerInternals;
  for (const entries of [registry, interceptors?.preResolution, interceptors?.postResolution]) {
    const map = entries?.['_registryMap'];
    if (map?.get(type)?.length === 0) map.delete(type);
  }
  if (parent !== undefined) releaseClass(parent, type);
}

function readInjectables(): Map<unknown, unknown> | undefined {
  try {
    const require = createRequire(import.meta.url);
    const { typeInfo } = require('tsyringe/dist/cjs/dependency-container.js') as {
      typeInfo: Map<unknown, unknown>;
    };
    // Returns nothing if a bundle contains a different copy of tsyringe, whose records are elsewhere.
    const Probe = class {};
    injectable()(Probe);
    return typeInfo.has(Probe) ? typeInfo : undefined;
  } catch {
    return undefined;
  }
}
