import { plainToInstance, Transform } from 'class-transformer';
// @ts-expect-error -- it has no types
import * as storageModule from 'class-transformer/cjs/storage.js';
import { hasTransformRecord, transformRecords } from './transform-records.js';
import type { Class } from '../types.js';

// class-transformer has no public way to list the properties with a `@Transform`. Only this file reads its storage. If
// the storage belongs to another copy, its records are searched for; if none are found, every property is passed to
// class-transformer.
interface Storage {
  findTransformMetadatas(type: Function, property: string, direction: number): readonly unknown[];
  readonly _transformMetadatas?: unknown;
  /** The parents of every class that it was ever asked about. */
  readonly _ancestorsMap?: unknown;
}
const PLAIN_TO_CLASS = 0;

// Not an `await`: CommonJS cannot load a module that uses top-level `await`.
const storage = findStorage();
const records = storage === undefined ? transformRecords() : undefined;

/** Whether class-transformer processes a property before its type does. */
export function isTransformed(type: Function, property: string): boolean {
  if (records !== undefined) return hasTransformRecord(records, type, property);
  if (storage === undefined) return true;
  return mayTransform(type, storage) && storage.findTransformMetadatas(type, property, PLAIN_TO_CLASS).length > 0;
}

/** Whether a class or a parent has any `@Transform`. The storage remembers every class that it is asked about. */
function mayTransform(type: Function, { _transformMetadatas: all }: Storage): boolean {
  if (!(all instanceof Map)) return true;
  for (let each: unknown = type; typeof each === 'function'; each = Object.getPrototypeOf(each)) {
    if (all.has(each)) return true;
  }
  return false;
}

/** Removes the cached parents of a class. class-transformer finds them again if it needs them. */
export function forgetParents(type: Function): void {
  // oxlint-disable-next-line no-underscore-dangle -- there is no other way to it
  const parents = storage?._ancestorsMap;
  if (parents instanceof Map) parents.delete(type);
}

type Values = Readonly<Record<string, unknown>>;

/** The results of `@Transform` for values. Calls `refuse` for each that throws; its result is `undefined`. */
export function transform(type: Class, given: Values, refuse: (name: string) => void): Values {
  const names = Object.keys(given);
  try {
    const transformed = plainToInstance(type, given) as Values;
    return Object.fromEntries(names.map((name) => [name, transformed[name]]));
  } catch {
    // Transforming each value alone shows which one failed.
    return Object.fromEntries(names.map((name) => [name, transformAlone(type, { [name]: given[name] }, refuse)[name]]));
  }
}

function transformAlone(type: Class, text: Values, refuse: (name: string) => void): Values {
  try {
    return plainToInstance(type, text) as Values;
  } catch {
    for (const name of Object.keys(text)) refuse(name);
    return {};
  }
}

function findStorage(): Storage | undefined {
  try {
    const { defaultMetadataStorage: found } = storageModule as { readonly defaultMetadataStorage: Storage };
    class Probe {
      property = '';
    }
    Transform(({ value }: { value: unknown }) => value)(Probe.prototype, 'property');
    return found.findTransformMetadatas(Probe, 'property', PLAIN_TO_CLASS).length > 0 ? found : undefined;
  } catch {
    return undefined;
  }
}
