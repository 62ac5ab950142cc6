import 'reflect-metadata';
import type { InjectionToken } from 'tsyringe';
import type { InjectedClass } from './container-internals.js';

/** The dependency of one constructor parameter. */
export interface Dependency {
  readonly token: InjectionToken;
  readonly isOptional: boolean;
  /** Whether the parameter receives all registrations of the token, instead of the last one. */
  readonly isMultiple: boolean;
  /** Whether the parameter's type shows that it expects the service itself, not a promise of it. */
  readonly isAwaited: boolean;
}

/** The types that the compiler emits for interfaces, unions and `import type`. They are never meant to be injected. */
const UNINFORMATIVE_TYPES: readonly unknown[] = [
  undefined,
  null,
  Object,
  Function,
  Array,
  Promise,
  String,
  Number,
  Boolean,
];

/**
 * Returns the dependency of each constructor parameter, from its type and `@inject` decorator; `undefined` for a
 * parameter whose type is unknown at run time.
 */
export function dependenciesOf(type: InjectedClass): (Dependency | undefined)[] {
  const types = (Reflect.getMetadata('design:paramtypes', type) as unknown[] | undefined) ?? [];
  const injected = (Reflect.getOwnMetadata('injectionTokens', type) as Record<number, unknown> | undefined) ?? {};
  // Without emitted types, `@inject` on every parameter is enough.
  const length = Math.max(types.length, Object.keys(injected).length);
  return Array.from({ length }, (_, index) => {
    const dependency = toDependency(injected[index] ?? types[index]);
    return dependency && { ...dependency, isAwaited: !UNINFORMATIVE_TYPES.includes(types[index]) };
  });
}

/** Returns a dependency on the last registration of a token. */
export function dependencyOn(token: InjectionToken): Dependency {
  return { token, isOptional: false, isMultiple: false, isAwaited: false };
}

function toDependency(described: unknown): Dependency | undefined {
  if (!isDescriptor(described))
    return UNINFORMATIVE_TYPES.includes(described) ? undefined : dependencyOn(described as InjectionToken);
  const { token, isOptional = false, multiple: isMultiple = false } = described;
  return { ...dependencyOn(token), isOptional, isMultiple };
}

function isDescriptor(
  described: unknown,
): described is { token: InjectionToken; isOptional?: boolean; multiple?: boolean } {
  return typeof described === 'object' && described !== null && 'token' in described;
}
