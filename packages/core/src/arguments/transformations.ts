import { plainToInstance, Transform } from 'class-transformer';
import type { Class, InjectableClass } from '../types.js';
import { forgetRecords } from './rule-records.js';

// Only this file looks into class-transformer, which has no public way to list the properties with a `@Transform`, or to
// release a class. Trying does not reveal a `@Transform` either: it may return most values as they are. So this finds two
// maps of its storage by watching where its public functions write a class of ours, while no other code can run. Importing
// the storage would not do: a bundle may hold another build of it than the one that decorates.

/** A record of a `@Transform`. */
interface TransformRecord {
  readonly options?: { readonly toClassOnly?: boolean; readonly toPlainOnly?: boolean };
}

class Probe {
  property = '';
}

/** The records of each class, by property. */
const transforms = mapWritten(() => {
  Transform(({ value }: { value: unknown }) => value)(Probe.prototype, 'property');
}) as Map<unknown, ReadonlyMap<string, readonly TransformRecord[]>> | undefined;

/** The parents of each class that class-transformer has made instances of. */
const ancestors = mapWritten(() => plainToInstance(Probe, { property: '' }));

const isReadable = transforms?.get(Probe)?.get('property')?.length === 1;
transforms?.delete(Probe);
ancestors?.delete(Probe);

/** The map that gets the probe as a key; `undefined` if there is none, or intrinsics are frozen. */
function mapWritten(write: () => void): Map<unknown, unknown> | undefined {
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
 * Whether class-transformer processes a property before its type does: the class or a parent has a `@Transform` for the
 * property that applies to `plainToInstance`.
 * @throws {TypeError} if the records of `@Transform` cannot be found
 */
export function isTransformed(type: unknown, property: string): boolean {
  if (transforms === undefined || !isReadable) throw new TypeError(UNREADABLE);
  if (typeof type !== 'function') return false;
  const records = transforms.get(type)?.get(property) ?? [];
  const makesInstances = records.some(({ options }) => options?.toPlainOnly !== true || options.toClassOnly === true);
  return makesInstances || isTransformed(Object.getPrototypeOf(type), property);
}

const UNREADABLE =
  'The records of @Transform() are not where class-transformer 0.5 keeps them. Install that version, and do not freeze Map.prototype before @cuecard/core is loaded';

type Values = Readonly<Record<string, unknown>>;

/** The results of `@Transform` for values. Calls `refuse` for each that throws; its result is `undefined`. */
export function transform(type: Class, input: Values, refuse: (name: string) => void): Values {
  const whole = attempt(type, input);
  const results = Object.entries(input).map(([name, value]) => {
    const transformed = whole ?? attempt(type, { [name]: value }); // Each value alone shows which one fails.
    if (transformed === undefined) refuse(name);
    return [name, transformed?.[name]] as const;
  });
  return Object.fromEntries(results);
}

function attempt(type: Class, input: Values): Values | undefined {
  try {
    // Without the option, a property with `@Expose({ name })` would be read a second time, by that name, as undefined.
    return plainToInstance(type, input, { exposeDefaultValues: true }) as Values;
  } catch {
    return undefined;
  }
}

/**
 * Removes an arguments class from class-validator and class-transformer, which otherwise hold it until the process
 * ends. Call it for a class that has been replaced, for example after a reload. Plans compiled from the class keep
 * working, but the class cannot be compiled again.
 */
export function forgetClass(type: InjectableClass): void {
  forgetRecords(type);
  ancestors?.delete(type);
}
