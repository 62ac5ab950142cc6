import 'reflect-metadata';
import type { InjectionToken } from 'tsyringe';
import type { InjectedClass } from './container-internals.js';

/** The dependency of one constructor parameter. */
export interface Dependency {
  /** `undefined` if the parameter has no type at run time. */
  readonly token: InjectionToken | undefined;
  /** The name of a parameter without a type in faults: `number 2 (clock)`. */
  readonly label?: string;
  readonly isOptional: boolean;
  /** Whether it receives all registrations of the token, not just the last. */
  readonly isMultiple: boolean;
  /** Whether the parameter is known to take the service itself, not a promise of it. */
  readonly isAwaited: boolean;
}

/** The emitted types of interfaces, unions and `import type`, which are never meant to be injected. */
const LOST: readonly unknown[] = [undefined, null, Object, Function, Array, Promise, String, Number, Boolean];

/** The parameters of a class's constructor, from its types and its `@inject` decorators. */
export function dependenciesOf(type: InjectedClass): Dependency[] {
  const types = (Reflect.getMetadata('design:paramtypes', type) as unknown[] | undefined) ?? [];
  const injected = (Reflect.getOwnMetadata('injectionTokens', type) as Record<number, unknown> | undefined) ?? {};
  // Without emitted types, `@inject` on every parameter is enough.
  const length = Math.max(types.length, Object.keys(injected).length);
  return Array.from({ length }, (_, index) => withLabel(type, index, toDependency(injected[index], types[index])));
}

function withLabel(type: InjectedClass, index: number, dependency: Dependency): Dependency {
  if (dependency.token !== undefined) return dependency;
  const name = parameterNames(type)[index];
  return { ...dependency, label: name === undefined ? `number ${index + 1}` : `number ${index + 1} (${name})` };
}

/** The names of a constructor's parameters in its source; none if the source has more than names. */
function parameterNames(type: Function): readonly string[] {
  const source = Function.prototype.toString.call(type);
  const list = /\bconstructor\s*\(([\w$\s,]*)\)/.exec(source)?.[1];
  if (list !== undefined) return list.split(',').map((name) => name.trim());
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' && !source.includes('constructor') ? parameterNames(parent) : [];
}

function toDependency(injected: unknown, type: unknown): Dependency {
  const described = injected ?? type;
  const isAwaited = !LOST.includes(type);
  if (isDescriptor(described)) {
    const { token, isOptional = false, multiple: isMultiple = false } = described;
    return { token, isOptional, isMultiple, isAwaited };
  }
  const token = LOST.includes(described) ? undefined : (described as InjectionToken);
  return { token, isOptional: false, isMultiple: false, isAwaited };
}

function isDescriptor(
  described: unknown,
): described is { token: InjectionToken; isOptional?: boolean; multiple?: boolean } {
  return typeof described === 'object' && described !== null && 'token' in described;
}
