import type { InjectionToken } from 'tsyringe';

// oxlint-disable-next-line no-explicit-any -- a token may have any constructor, because it is never called
type AbstractClass<T> = abstract new (...dependencies: any[]) => T;

/**
 * Turns an abstract class into a token for registration. tsyringe accepts abstract classes, but its types do not.
 * @example container.register(injectionToken(ResourceReader), { useClass: OurReader })
 */
export function injectionToken<T>(type: AbstractClass<T>): InjectionToken<T> {
  return type as InjectionToken<T>;
}
