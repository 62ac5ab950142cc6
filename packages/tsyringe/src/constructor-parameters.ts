import 'reflect-metadata';
import type { InjectionToken } from 'tsyringe';
import type { InjectedClass } from './container-internals.js';

/** What one parameter of a constructor asks for. */
export interface Dependency {
  /** `undefined` where the parameter has no type at run time. */
  readonly token: InjectionToken | undefined;
  /** What a parameter without a type is called in faults: `number 2 (clock)`. */
  readonly label?: string;
  readonly isOptional: boolean;
  /** Whether it wants all registrations of the token, not the last. */
  readonly isMultiple: boolean;
}

/** Types that an interface, a union or an `import type` leaves behind; nobody means to inject them. */
const LOST: readonly unknown[] = [undefined, null, Object, Function, Array, Promise, String, Number, Boolean];

/** The parameters of a class's constructor, from its types and its `@inject` decorators. */
export function dependenciesOf(type: InjectedClass): Dependency[] {
  const types = (Reflect.getMetadata('design:paramtypes', type) as unknown[] | undefined) ?? [];
  const injected = (Reflect.getOwnMetadata('injectionTokens', type) as Record<number, unknown> | undefined) ?? {};
  // Where the compiler emits no types, `@inject` on every parameter says enough.
  const length = Math.max(types.length, Object.keys(injected).length);
  return Array.from({ length }, (_, index) => withLabel(type, index, toDependency(injected[index] ?? types[index])));
}

function withLabel(type: InjectedClass, index: number, dependency: Dependency): Dependency {
  if (dependency.token !== undefined) return dependency;
  const name = parameterNames(type)[index];
  return { ...dependency, label: name === undefined ? `number ${index + 1}` : `number ${index + 1} (${name})` };
}

/** The names of a constructor's parameters, as its source has them; none where the source has more than names. */
function parameterNames(type: Function): readonly string[] {
  const source = Function.prototype.toString.call(type);
  const list = /\bconstructor\s*\(([\w$\s,]*)\)/.exec(source)?.[1];
  if (list !== undefined) return list.split(',').map((name) => name.trim());
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' && !source.includes('constructor') ? parameterNames(parent) : [];
}

function toDependency(described: unknown): Dependency {
  if (isDescriptor(described)) {
    const { token, isOptional = false, multiple: isMultiple = false } = described;
    return { token, isOptional, isMultiple };
  }
  const token = LOST.includes(described) ? undefined : (described as InjectionToken);
  return { token, isOptional: false, isMultiple: false };
}

function isDescriptor(
  described: unknown,
): described is { token: InjectionToken; isOptional?: boolean; multiple?: boolean } {
  return typeof described === 'object' && described !== null && 'token' in described;
}
