import 'reflect-metadata';

// The only file that knows where decorators store their records. The keys are global symbols, so that two copies of
// this package in one process agree on them, and each can recognise the other's records: it does not know their errors.
// Records are not metadata of `reflect-metadata`, which makes three maps for every class that has some.

/** A record that a decorator writes on a class, or on its prototype. */
export class OwnRecord<T> {
  readonly #records: WeakMap<object, T>;
  /** The targets that this copy of the package has written on. */
  readonly #ours = new WeakSet();

  /** @param name the name of the record, such as `declaration` */
  constructor(name: string) {
    const shared: Record<symbol, WeakMap<object, T> | undefined> = globalThis;
    this.#records = shared[Symbol.for(`dev.cuecard/${name}`)] ??= new WeakMap();
  }

  write(target: object, record: T): void {
    this.#records.set(target, record);
    this.#ours.add(target);
  }

  /** The target's own record; subclasses do not inherit it. */
  read(target: object): T | undefined {
    return this.#ours.has(target) ? this.#records.get(target) : undefined;
  }

  /** The record of the target, or the one that it inherits. */
  readInherited(target: object): T | undefined {
    const parent: object | null = Object.getPrototypeOf(target);
    return this.#records.get(target) ?? (parent === null ? undefined : this.readInherited(parent));
  }

  /** Whether another copy of this package wrote the target's own record. */
  isElsewhere(target: object): boolean {
    return !this.#ours.has(target) && this.#records.has(target);
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
