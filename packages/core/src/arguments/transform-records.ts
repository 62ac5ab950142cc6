import { Transform } from 'class-transformer';

/** What class-transformer keeps of a `@Transform`. */
interface TransformRecord {
  readonly options?: { readonly toClassOnly?: boolean; readonly toPlainOnly?: boolean };
}

/** The records of each class, by property. */
export type TransformRecords = ReadonlyMap<unknown, ReadonlyMap<string, readonly TransformRecord[]>>;

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
