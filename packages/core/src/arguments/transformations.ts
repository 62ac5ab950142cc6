import { plainToInstance, Transform } from 'class-transformer';
import type { Class, InjectableClass } from '../types.js';
import { forgetRecords } from './rule-records.js';

// The only file that uses class-transformer's internals: its public API can neither list the properties with a
// `@Transform` nor release a class. It finds two maps of class-transformer's storage: it calls public functions with a
// probe class, and watches which map they write to. No other code can run during these calls. The storage is not
// imported, because in a bundle the import may resolve to a different build of class-transformer than the one that the
// decorators use.

/** A record of a `@Transform`. */
interface TransformRecord {
  readonly options?: { readonly toClassOnly?: boolean; readonly toPlainOnly?: boolean };
}

class Probe {
  property = '';
}

/** The records of each class, by property. */
const transforms = findMapWrittenBy(() => {
  Transform(({ value }: { value: unknown }) => value)(Probe.prototype, 'property');
}) as Map<unknown, ReadonlyMap<string, readonly TransformRecord[]>> | undefined;

/** The parents of each class that class-transformer has constructed. */
const ancestors = findMapWrittenBy(() => plainToInstance(Probe, { property: '' }));

const isStorageReadable = transforms?.get(Probe)?.get('property')?.length === 1;
transforms?.delete(Probe);
ancestors?.delete(Probe);

/**
 * Returns the map in which `write` sets the probe as a key; `undefined` if there is none, or `Map.prototype` is frozen.
 */
function findMapWrittenBy(write: () => void): Map<unknown, unknown> | undefined {
  const set = Object.getOwnPropertyDescriptor(Map.prototype, 'set') as PropertyDescriptor;
  let found: Map<unknown, unknown> | undefined;
  const value = function watched(this: Map<unknown, unknown>, ...entry: [unknown, unknown]): unknown {
    // oxlint-disable-next-line no-this-alias -- the map is what is wanted
    if (entry[0] === Probe) found ??= this;
    return Reflect.apply(set.value, this, entry);
  };
  if (!Reflect.defineProperty(Map.prototype, 'set', { ...set, value })) return undefined;
  try {
    write();
  } finally {
    Reflect.defineProperty(Map.prototype, 'set', set);
  }
  return found;
}

/**
 * Whether class-transformer processes a property: the class or a parent has a `@Transform` for it that applies to
 * `plainToInstance`.
 * @throws {TypeError} if the records of `@Transform` cannot be found
 */
export function isTransformed(type: unknown, property: string): boolean {
  if (transforms === undefined || !isStorageReadable) throw new TypeError(STORAGE_UNREADABLE);
  if (typeof type !== 'function') return false;
  const records = transforms.get(type)?.get(property) ?? [];
  const isForInstances = records.some(({ options }) => options?.toPlainOnly !== true || options.toClassOnly === true);
  return isForInstances || isTransformed(Object.getPrototypeOf(type), property);
}

const STORAGE_UNREADABLE =
  'Cannot read the records of @Transform(). Install class-transformer 0.5, and do not freeze Map.prototype before @cuecard/core is loaded';

type Values = Readonly<Record<string, unknown>>;

/** Returns the transformed values. Calls `refuse` for each value whose `@Transform` throws. */
export function transform(type: Class, input: Values, refuse: (name: string) => void): Values {
  const allTogether = tryTransform(type, input);
  const results = Object.entries(input).map(([name, value]) => {
    const transformed = allTogether ?? tryTransform(type, { [name]: value }); // Alone, to find the failing value.
    if (transformed === undefined) refuse(name);
    return [name, transformed?.[name]] as const;
  });
  return Object.fromEntries(results);
}

function tryTransform(type: Class, input: Values): Values | undefined {
  try {
    // Without this option, class-transformer would read a property with `@Expose({ name })` a second time, under that
    // name, as `undefined`.
    return plainToInstance(type, input, { exposeDefaultValues: true }) as Values;
  } catch {
    return undefined;
  }
}

/**
 * Removes an arguments class from class-validator and class-transformer, which would otherwise hold it until the
 * process ends. Call this for a class that was replaced, for example after a reload. Compiled plans of the class keep
 * working, but it cannot be compiled again.
 */
export function releaseClass(type: InjectableClass): void {
  forgetRecords(type);
  ancestors?.delete(type);
}
