import { plainToInstance, Transform } from 'class-transformer';
// @ts-expect-error -- it has no types
import * as storageModule from 'class-transformer/cjs/storage.js';
import type { Class } from '../types.js';

/** What class-transformer keeps of a `@Transform`. */
interface TransformRecord {
  readonly options?: { readonly toClassOnly?: boolean; readonly toPlainOnly?: boolean };
}

/** The records of each class, by property. */
type TransformRecords = ReadonlyMap<unknown, ReadonlyMap<string, readonly TransformRecord[]>>;

/**
 * The records of the copy of class-transformer that decorates. A bundle may hold another build of it than the one whose
 * storage can be imported, and that build does not show its storage at all. So this watches where a record is put,
 * while no other code can run. `undefined` where maps cannot be watched, or a release keeps its records elsewhere.
 */
export function transformRecords(): TransformRecords | undefined {
  class Probe {
    property = '';
  }
  const written = mapWrittenBy(Probe, () => {
    Transform(({ value }: { value: unknown }) => value)(Probe.prototype, 'property');
  });
  const records = written as TransformRecords | undefined;
  return records?.get(Probe)?.get('property')?.length === 1 ? records : undefined;
}

/** Whether a class or a parent has a `@Transform` that makes instances. */
export function hasTransformRecord(records: TransformRecords, type: unknown, property: string): boolean {
  if (typeof type !== 'function') return false;
  const own = records.get(type)?.get(property) ?? [];
  const isMaking = own.some(({ options }) => options?.toPlainOnly !== true || options.toClassOnly === true);
  return isMaking || hasTransformRecord(records, Object.getPrototypeOf(type), property);
}

/** The map that is given a key meanwhile. */
function mapWrittenBy(key: unknown, write: () => void): ReadonlyMap<unknown, unknown> | undefined {
  const set = Object.getOwnPropertyDescriptor(Map.prototype, 'set') as PropertyDescriptor;
  let found: ReadonlyMap<unknown, unknown> | undefined;
  const value = function watched(this: Map<unknown, unknown>, ...entry: [unknown, unknown]): unknown {
    // oxlint-disable-next-line no-this-alias -- the map is what is wanted
    if (entry[0] === key) found ??= this;
    return Reflect.apply(set.value, this, entry);
  };
  if (!Reflect.defineProperty(Map.prototype, 'set', { ...set, value })) return undefined; // Intrinsics are frozen.
  try {
    write();
  } finally {
    Reflect.defineProperty(Map.prototype, 'set', set);
  }
  return found;
}

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
