import type { Type } from '@nestjs/common';
import type { Definition } from '@cuecard/core';
import { ENHANCERS, GUARDS } from './metadata-keys.js';

export type Enhancer = Type | object;

/** The enhancers that a class and its methods declare. */
export function enhancersOf(type: Type): (readonly [Enhancer, (typeof ENHANCERS)[number][1]])[] {
  const targets = targetsIn(type);
  return ENHANCERS.flatMap(([key, name]) =>
    targets.flatMap((target) => metadataOf(key, target).map((enhancer) => [enhancer, name] as const)),
  );
}

/** The objects on which the enhancers of a class are declared. */
function targetsIn(type: Type): object[] {
  return [type, ...methodsOf(type.prototype as object | null)];
}

/** Whether a class has no dependencies and no enhancers. */
export function isPlain(type: Type): boolean {
  return type.length === 0 && enhancersOf(type).length === 0;
}

/**
 * Returns the guards of a class and of the called method. If the class itself is the handler, includes the guards of
 * all its methods.
 */
export function guardsOf({ type, method }: Definition): readonly Enhancer[] {
  const targets = method.isDeclared ? [type, methodOf(type, method.name)] : targetsIn(type as Type);
  return targets.flatMap((each) => (each === undefined ? [] : metadataOf(GUARDS, each)));
}

/** Returns a method of a class, or `undefined` if the class does not have it. */
export function methodOf({ prototype }: Definition['type'], name: string): Function | undefined {
  const method: unknown = Reflect.get(prototype as object, name);
  return typeof method === 'function' ? method : undefined;
}

function metadataOf(key: string, target: object): readonly Enhancer[] {
  return (Reflect.getMetadata(key, target) as readonly Enhancer[] | undefined) ?? [];
}

function methodsOf(prototype: object | null): Function[] {
  if (prototype === null || prototype === Object.prototype) return [];
  const members = Object.values(Object.getOwnPropertyDescriptors(prototype)).map(({ value }): unknown => value);
  const own = members.filter((value): value is Function => typeof value === 'function');
  return [...own, ...methodsOf(Object.getPrototypeOf(prototype) as object | null)];
}
