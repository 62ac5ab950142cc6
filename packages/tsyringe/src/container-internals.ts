import type { InjectableClass } from '@cuecard/core';
// oxlint-disable-next-line no-restricted-imports -- what tsyringe keeps to itself can only be required
import { createRequire } from 'node:module';
import { type DependencyContainer, injectable, type InjectionToken, type Lifecycle } from 'tsyringe';

// tsyringe can resolve, but cannot predict whether it will, or how long an instance lives. The information for that is
// not in its public API, and only this file reads it.

export interface Registration {
  readonly provider: {
    readonly useClass?: InjectedClass;
    readonly useToken?: InjectionToken;
    readonly useValue?: unknown;
    readonly useFactory?: Function;
  };
  readonly options: { readonly lifecycle: Lifecycle };
}

// oxlint-disable-next-line no-explicit-any -- as tsyringe types its tokens
export type InjectedClass = new (...dependencies: any[]) => unknown;

interface Internals {
  readonly getAllRegistrations?: (token: InjectionToken) => readonly Registration[] | null;
}

/**
 * Checks that the registrations of a container can be read. Without them, services of one request could reach another.
 * @throws {TypeError} otherwise
 */
export function checkRegistrations(container: DependencyContainer): void {
  if (typeof (container as Internals).getAllRegistrations === 'function') return;
  throw new TypeError(
    'fromContainer() cannot read the registrations of this container. Use a container of tsyringe 4.',
  );
}

/** The registrations of a token in the container or its parents. */
export function registrationsOf(container: DependencyContainer, token: InjectionToken): readonly Registration[] {
  return (container as Internals).getAllRegistrations?.(token) ?? [];
}

/**
 * Whether a registration certainly gives a promise. What a factory that is not declared as `async` returns is not
 * known.
 */
export function isPromised({ provider: { useValue, useFactory } }: Registration): boolean {
  return useValue instanceof Promise || Object.prototype.toString.call(useFactory) === '[object AsyncFunction]';
}

/** The target of `delay(() => …)`; nothing if it is not known yet, or is hidden. */
export function targetOf(delayed: object): InjectionToken | undefined {
  const { wrap } = delayed as { readonly wrap?: () => InjectionToken };
  return wrap?.();
}

/** Whether tsyringe would dispose of instances of a class, as far as the class shows. */
export function isDisposable({ prototype }: InjectedClass): boolean {
  const { dispose } = prototype as { readonly dispose?: unknown };
  return typeof dispose === 'function' && dispose.length === 0;
}

/** A map of tsyringe by token. */
type Entries = Readonly<Record<'_registryMap', Map<unknown, readonly { readonly instance?: unknown }[]> | undefined>>;

/** The private members of a container that hold classes and instances. */
interface ContainerInternals {
  readonly parent?: DependencyContainer & ContainerInternals;
  readonly _registry?: Entries;
  readonly interceptors?: { readonly preResolution?: Entries; readonly postResolution?: Entries };
  readonly disposables?: Set<unknown>;
}

/** Removes a class from a container and its parents, and disposes of the instances that they keep. */
export async function forgetIn(
  container: DependencyContainer & ContainerInternals,
  type: InjectableClass,
): Promise<void> {
  injectables?.delete(type);
  const { parent, _registry: registry, interceptors, disposables } = container;
  const instances = takeEntries(registry, type).map(({ instance }) => instance);
  for (const each of [interceptors?.preResolution, interceptors?.postResolution]) takeEntries(each, type);
  for (const instance of instances) disposables?.delete(instance);
  await Promise.all(instances.map((instance) => disposeOf(instance)));
  if (parent !== undefined) await forgetIn(parent, type);
}

/** Removes the registrations of a class from a map, and returns them. */
function takeEntries(entries: Entries | undefined, type: InjectableClass): readonly { readonly instance?: unknown }[] {
  const map = entries?.['_registryMap'];
  const found = map?.get(type) ?? [];
  map?.delete(type);
  return found;
}

async function disposeOf(instance: unknown): Promise<void> {
  const { dispose } = Object(instance) as { readonly dispose?: unknown };
  if (typeof dispose === 'function' && dispose.length === 0) await dispose.call(instance);
}

const injectables = readInjectables();

/** Whether a class has `@injectable()` or a decorator that implies it; `undefined` if that is unknown. */
export function isInjectable(type: InjectedClass): boolean | undefined {
  return injectables?.has(type);
}

function readInjectables(): Map<unknown, unknown> | undefined {
  try {
    const require = createRequire(import.meta.url);
    const { typeInfo } = require('tsyringe/dist/cjs/dependency-container.js') as {
      typeInfo: Map<unknown, unknown>;
    };
    // A bundle may contain another copy of tsyringe, which this one does not know.
    const Probe = class {};
    injectable()(Probe);
    return typeInfo.has(Probe) ? typeInfo : undefined;
  } catch {
    return undefined;
  }
}
