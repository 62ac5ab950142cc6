import type { Type } from '@nestjs/common';
import { ENHANCERS } from './metadata-keys.js';

type Enhancer = Type | object;

/** The enhancers that a class and its methods declare. */
export function enhancersOf(type: Type): (readonly [Enhancer, (typeof ENHANCERS)[number][1]])[] {
  const targets: object[] = [type, ...methodsOf(type.prototype as object | null)];
  return ENHANCERS.flatMap(([key, name]) =>
    targets.flatMap((target) => metadataOf(key, target).map((enhancer) => [enhancer, name] as const)),
  );
}

/** Whether a class has no dependencies and no enhancers. */
export function isPlain(type: Type): boolean {
  return type.length === 0 && enhancersOf(type).length === 0;
}

/** Whether a class, or one of its methods, has guards. */
export function hasGuards(type: Type): boolean {
  return enhancersOf(type).some(([, name]) => name === 'guard');
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
