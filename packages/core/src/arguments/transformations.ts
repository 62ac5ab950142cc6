import { plainToInstance, Transform } from 'class-transformer';
// @ts-expect-error -- it has no types
import * as storageModule from 'class-transformer/cjs/storage.js';
import type { Class } from '../types.js';

// class-transformer does not say which properties have a `@Transform`. It is read from where it keeps that, here and
// nowhere else; where that place is hidden, or belongs to another copy of it, every property is handed to it.
interface Storage {
  findTransformMetadatas(type: Function, property: string, direction: number): readonly unknown[];
  /** The parents of every class that it was ever asked about. */
  readonly _ancestorsMap?: unknown;
}
const PLAIN_TO_CLASS = 0;

// Not with an `await`: CommonJS could not load whatever waits for one.
const storage = findStorage();

/** Whether class-transformer has something to do for a property before its type is considered. */
export function isTransformed(type: Function, property: string): boolean {
  return storage === undefined || storage.findTransformMetadatas(type, property, PLAIN_TO_CLASS).length > 0;
}

/** Forgets a class that was made for one prompt; class-transformer finds it again if it needs to. */
export function forgetParents(type: Function): void {
  // oxlint-disable-next-line no-underscore-dangle -- there is no other way to it
  const parents = storage?._ancestorsMap;
  if (parents instanceof Map) parents.delete(type);
}

type Values = Readonly<Record<string, unknown>>;

/** What `@Transform` makes of texts. `refuse` is told of a text that it did not expect, which becomes `undefined`. */
export function transform(type: Class, texts: Values, refuse: (name: string) => void): Values {
  const names = Object.keys(texts);
  try {
    const transformed = plainToInstance(type, texts) as Values;
    return Object.fromEntries(names.map((name) => [name, transformed[name]]));
  } catch {
    // Which one it was shows only when each is handed over alone.
    return Object.fromEntries(names.map((name) => [name, transformAlone(type, { [name]: texts[name] }, refuse)[name]]));
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
