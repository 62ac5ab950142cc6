// oxlint-disable-next-line no-restricted-imports -- what tsyringe keeps to itself can only be required
import { createRequire } from 'node:module';
import { type DependencyContainer, injectable, type InjectionToken, type Lifecycle } from 'tsyringe';

// tsyringe can resolve, but cannot say beforehand whether it will. What is needed to foresee it is not in its public
// API; it is read here and nowhere else, and where a release hides it, less is checked at start-up and nothing breaks.

export interface Registration {
  readonly provider: { readonly useClass?: InjectedClass; readonly useToken?: InjectionToken };
  readonly options: { readonly lifecycle: Lifecycle };
}

// oxlint-disable-next-line no-explicit-any -- as tsyringe types its tokens
export type InjectedClass = new (...dependencies: any[]) => unknown;

interface Internals {
  readonly getAllRegistrations?: (token: InjectionToken) => readonly Registration[] | null;
}

/** What the container or its parents have registered for a token: empty where it has nothing or does not say. */
export function registrationsOf(container: DependencyContainer, token: InjectionToken): readonly Registration[] {
  return (container as Internals).getAllRegistrations?.(token) ?? [];
}

/** What `delay(() => …)` leads to; nothing where that is not known yet, or not said. */
export function targetOf(delayed: object): InjectionToken | undefined {
  const { wrap } = delayed as { readonly wrap?: () => InjectionToken };
  return wrap?.();
}

/** Whether tsyringe would dispose of what a class makes, as far as the class shows. */
export function isDisposable({ prototype }: InjectedClass): boolean {
  const { dispose } = prototype as { readonly dispose?: unknown };
  return typeof dispose === 'function' && dispose.length === 0;
}

const injectables = readInjectables();

/** Whether a class carries `@injectable()` or one of the decorators that imply it; `undefined` where nobody says. */
export function isInjectable(type: InjectedClass): boolean | undefined {
  return injectables?.has(type);
}

function readInjectables(): ReadonlyMap<unknown, unknown> | undefined {
  try {
    const require = createRequire(import.meta.url);
    const { typeInfo } = require('tsyringe/dist/cjs/dependency-container.js') as {
      typeInfo: ReadonlyMap<unknown, unknown>;
    };
    // A bundle may hold another copy of tsyringe than the one found here: then this one knows nothing.
    const Probe = class {};
    injectable()(Probe);
    return typeInfo.has(Probe) ? typeInfo : undefined;
  } catch {
    return undefined;
  }
}
