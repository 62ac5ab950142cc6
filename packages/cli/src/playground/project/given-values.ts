import type { KindName } from '@cuecard/core';
import { RequestFault } from '../http/request-fault.js';
import { KINDS } from './catalogue.js';

// The members of what the page sends. Each function throws a `RequestFault` that names the member.

export function memberOf(given: unknown, name: string): unknown {
  return typeof given === 'object' && given !== null && Object.hasOwn(given, name)
    ? (given as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

export function textIn(given: unknown, name: string): string {
  const value = memberOf(given, name);
  return typeof value === 'string' && value !== '' ? value : refuse(name, 'a text');
}

export function kindIn(given: unknown): KindName {
  const value = memberOf(given, 'kind');
  return KINDS.find((kind) => kind === value) ?? refuse('kind', `one of ${KINDS.join(', ')}`);
}

/** Texts among those that are possible. */
export function choicesIn(given: unknown, name: string, among: readonly string[]): readonly string[] {
  const value = memberOf(given, name);
  const isList = Array.isArray(value) && value.every((each) => among.includes(each as string));
  return isList ? [...new Set(value as string[])] : refuse(name, `a list of ${among.join(', ')}`);
}

export function objectIn(given: unknown, name: string): Readonly<Record<string, unknown>> {
  const value = memberOf(given, name);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : refuse(name, 'an object');
}

/** A number counted from 1, if it is given. */
export function countIn(given: unknown, name: string): number | undefined {
  const value = memberOf(given, name);
  return value === undefined || (Number.isSafeInteger(value) && Number(value) > 0)
    ? (value as number | undefined)
    : refuse(name, 'a whole number from 1 on');
}

function refuse(name: string, expected: string): never {
  throw new RequestFault(400, 'body', `"${name}" must be ${expected}`);
}
