import 'reflect-metadata';

// The only file that knows where decorators store their records. The keys are global symbols, so that two copies of
// this package in one process agree on them, and each can recognise the other's records: it does not know their errors.

/** A record that a decorator writes on a class, or on its prototype. */
export class OwnRecord<T> {
  readonly #key: symbol;
  /** The targets that this copy of the package has written on. */
  readonly #ours = new WeakSet();

  /** @param name the name of the record, such as `declaration` */
  constructor(name: string) {
    this.#key = Symbol.for(`dev.cuecard/${name}`);
  }

  /** The key, for records that travel inside other metadata. */
  get key(): symbol {
    return this.#key;
  }

  write(target: object, record: T): void {
    Reflect.defineMetadata(this.#key, record, target);
    this.#ours.add(target);
  }

  /** The target's own record; subclasses do not inherit it. */
  read(target: object): T | undefined {
    const record: T | undefined = Reflect.getOwnMetadata(this.#key, target);
    return this.#ours.has(target) ? record : undefined;
  }

  /** The record of the target, or the one that it inherits. */
  readInherited(target: object): T | undefined {
    const record: T | undefined = Reflect.getMetadata(this.#key, target);
    return record;
  }

  /** Whether another copy of this package wrote the target's own record. */
  isElsewhere(target: object): boolean {
    return !this.#ours.has(target) && Reflect.hasOwnMetadata(this.#key, target);
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
