import 'reflect-metadata';
import { OWN_FOLDER } from '../text/own-frames.js';

// The only file that knows where decorators store their records. The keys are global symbols, so that two copies of
// this package in one process agree on them, and each can recognise the other's records: it does not know their errors.
// Records are not metadata of `reflect-metadata`, which makes three maps for every class that has some.

/** Another copy of this package in the process. */
export interface OtherCopy {
  /** Where it is; `undefined` if it was bundled with an application. */
  readonly folder: string | undefined;
}

/** The records that one copy of this package wrote. */
interface CopyRecords<T> extends OtherCopy {
  readonly records: WeakMap<object, T>;
}

/** A record that a decorator writes on a class, or on its prototype. */
export class OwnRecord<T> {
  readonly #ours = new WeakMap<object, T>();
  readonly #all: CopyRecords<T>[];

  /** @param name the name of the record, such as `declaration` */
  constructor(name: string) {
    const shared: Record<symbol, CopyRecords<T>[] | undefined> = globalThis;
    this.#all = shared[Symbol.for(`dev.cuecard/${name}`)] ??= [];
    this.#all.push({ folder: OWN_FOLDER, records: this.#ours });
  }

  write(target: object, record: T): void {
    this.#ours.set(target, record);
  }

  /** The target's own record; subclasses do not inherit it. */
  read(target: object): T | undefined {
    return this.#ours.get(target);
  }

  /** The record of the target, or the one that it inherits. */
  readInherited(target: object): T | undefined {
    const parent: object | null = Object.getPrototypeOf(target);
    const own = this.#writer(target)?.records.get(target);
    return own ?? (parent === null ? undefined : this.readInherited(parent));
  }

  /** The other copy of this package that wrote the target's own record, if one did. */
  otherCopy(target: object): OtherCopy | undefined {
    const writer = this.#writer(target);
    return writer === undefined || writer.records === this.#ours ? undefined : writer;
  }

  #writer(target: object): CopyRecords<T> | undefined {
    return this.#all.find(({ records }) => records.has(target));
  }
}

/** The type that the compiler emitted for a property; `undefined` if it emitted none. */
export function readDesignType(type: Function, property: string): unknown {
  const { prototype }: { readonly prototype: object } = type;
  return Reflect.getMetadata('design:type', prototype, property);
}

/** The types that the compiler emitted for the parameters of a constructor; empty if it emitted none. */
export function readDependencies(type: Function): readonly unknown[] {
  const types: readonly unknown[] | undefined = Reflect.getMetadata('design:paramtypes', type);
  return types ?? [];
}

/** The types that the compiler emitted for the parameters of a method; `undefined` if it emitted none. */
export function readParameterTypes(owner: object, method: string | symbol): readonly unknown[] | undefined {
  return Reflect.getMetadata('design:paramtypes', owner, method);
}

/** The packs, mounts and definitions that this copy of the package made for a list of entries. */
export const ENTRY_RECORDS = new OwnRecord<true>('entry');
