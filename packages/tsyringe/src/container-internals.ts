// oxlint-disable-next-line no-restricted-imports -- what tsyringe keeps to itself can only be required
import { createRequire } from 'node:module';
import { type DependencyContainer, injectable, type InjectionToken, type Lifecycle } from 'tsyringe';

// tsyringe can resolve, but cannot predict whether it will. The information for that is not in its public API; only
// this file reads it. If a release hides it, less is checked at start-up, and nothing breaks.

export interface Registration {
  readonly provider: { readonly useClass?: InjectedClass; readonly useToken?: InjectionToken };
  readonly options: { readonly lifecycle: Lifecycle };
}

// oxlint-disable-next-line no-explicit-any -- as tsyringe types its tokens
export type InjectedClass = new (...dependencies: any[]) => unknown;

interface Internals {
  readonly getAllRegistrations?: (token: InjectionToken) => readonly Registration[] | null;
}

/** The registrations of a token in the container or its parents: empty if there are none, or they are hidden. */
export function registrationsOf(container: DependencyContainer, token: InjectionToken): readonly Registration[] {
  return (container as Internals).getAllRegistrations?.(token) ?? [];
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

const injectables = readInjectables();

/** Whether a class has `@injectable()` or a decorator that implies it; `undefined` if that is unknown. */
export function isInjectable(type: InjectedClass): boolean | undefined {
  return injectables?.has(type);
}

function readInjectables(): ReadonlyMap<unknown, unknown> | undefined {
  try {
    const require = createRequire(import.meta.url);
    const { typeInfo } = require('tsyringe/dist/cjs/dependency-container.js') as {
      typeInfo: ReadonlyMap<unknown, unknown>;
    };
    // A bundle may contain another copy of tsyringe, which this one does not know.
    const Probe = class {};
    injectable()(Probe);
    return typeInfo.has(Probe) ? typeInfo : undefined;
  } catch {
    return undefined;
  }
}
