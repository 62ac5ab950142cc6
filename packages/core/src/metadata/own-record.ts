import 'reflect-metadata';

// The only file that knows where decorators store their records. The keys are global symbols, so that two copies of
// this package in one process agree on them, and each can recognise the other's records: it does not know their errors.
// Records are not metadata of `reflect-metadata`, which makes three maps for every class that has some.

/** A record that a decorator writes on a class, or on its prototype. */
export class OwnRecord<T> {
  readonly #ours = new WeakMap<object, T>();
  /** The records of all copies of this package. */
  readonly #all: WeakMap<object, T>[];

  /** @param name the name of the record, such as `declaration` */
  constructor(name: string) {
    const shared: Record<symbol, WeakMap<object, T>[] | undefined> = globalThis;
    this.#all = shared[Symbol.for(`dev.cuecard/${name}`)] ??= [];
    this.#all.push(this.#ours);
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
    const own = this.#all.find((records) => records.has(target))?.get(target);
    return own ?? (parent === null ? undefined : this.readInherited(parent));
  }

  /** Whether another copy of this package wrote the target's own record. */
  isElsewhere(target: object): boolean {
    return this.#all.some((records) => records !== this.#ours && records.has(target));
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
