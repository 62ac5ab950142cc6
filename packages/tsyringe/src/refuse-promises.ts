import type { DependencyContainer, InjectionToken } from 'tsyringe';

/** The tokens that each container checks. */
const CHECKED = new WeakMap<DependencyContainer, Set<InjectionToken>>();

/** Lets a container fail where a factory returns a promise for a parameter that asks for a class. */
export function refusePromises(container: DependencyContainer, tokens: ReadonlySet<InjectionToken>): void {
  if (tokens.size === 0) return;
  const checked = CHECKED.get(container) ?? new Set();
  CHECKED.set(container, checked);
  for (const token of tokens) {
    if (checked.has(token)) continue;
    checked.add(token);
    container.afterResolution(token, refusePromise, { frequency: 'Always' });
  }
}

/** @throws {TypeError} with the remedy */
function refusePromise(token: InjectionToken, service: unknown): void {
  if (!(service instanceof Promise)) return;
  service.catch(() => {}); // Otherwise its rejection would be unhandled.
  const name = typeof token === 'function' ? token.name : String(token);
  throw new TypeError(`${name} is a promise, because its factory is asynchronous: await it before you register it`);
}
