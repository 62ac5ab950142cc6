import { isRecord } from './message.js';

/** Returns whether a value has a shape. */
export type Shape = (value: unknown) => boolean;

type Members = Readonly<Record<string, Shape>>;

export const isText: Shape = (value) => typeof value === 'string';
export const isFlag: Shape = (value) => typeof value === 'boolean';
export const isInteger: Shape = Number.isSafeInteger;

/**
 * Matches an object with the required properties and any of the optional ones. The object may have other properties.
 */
export function objectOf(required: Members, optional: Members = {}): Shape {
  const needed = Object.entries(required);
  const known = Object.entries(optional);
  return (value) =>
    isRecord(value) &&
    needed.every(([name, is]) => is(value[name])) &&
    known.every(([name, is]) => value[name] === undefined || is(value[name]));
}

/** Matches an object with the required and optional properties only. */
export function exactly(required: Members, optional: Members = {}): Shape {
  const names = new Set([...Object.keys(required), ...Object.keys(optional)]);
  const isObject = objectOf(required, optional);
  return (value) => isObject(value) && Object.keys(value as object).every((name) => names.has(name));
}

/** Matches an object whose property values all have the same shape. */
export function recordOf(is: Shape): Shape {
  return (value) => isRecord(value) && Object.values(value).every(is);
}

export function listOf(is: Shape): Shape {
  return (value) => Array.isArray(value) && value.every(is);
}

export function oneOf(...shapes: readonly Shape[]): Shape {
  return (value) => shapes.some((is) => is(value));
}
