import type { InjectableClass } from '../types.js';

/**
 * Whether instances of a class may have a method. A class declares it on a prototype, as a property, or in its
 * constructor; the last two show only in its source. Returns `true` if in doubt.
 */
export function mayHaveMethod(type: InjectableClass, method: string): boolean {
  const { prototype }: { readonly prototype: Readonly<Record<string, unknown>> } = type;
  const descriptor = descriptorOf(prototype, method);
  if (descriptor !== undefined) return descriptor.get !== undefined || typeof descriptor.value === 'function';
  return sourcesOf(type).some((source) => source.includes(method) || HIDES_NAMES.test(source));
}

/** Native code, such as that of a Proxy, and code that may add members without naming them. */
const HIDES_NAMES = /\[native code\]|\b(?:Object|Reflect)\s*\.|\bthis\s*\[|[(,]\s*this\b|\]\s*=/;

function descriptorOf(prototype: object | null, name: string): PropertyDescriptor | undefined {
  if (prototype === null) return undefined;
  return Object.getOwnPropertyDescriptor(prototype, name) ?? descriptorOf(Object.getPrototypeOf(prototype), name);
}

/** The source code of a class and its parents. */
function sourcesOf(type: Function): string[] {
  const parent: unknown = Object.getPrototypeOf(type);
  const inherited = typeof parent === 'function' && parent !== Function.prototype ? sourcesOf(parent) : [];
  return [Function.prototype.toString.call(type), ...inherited];
}
