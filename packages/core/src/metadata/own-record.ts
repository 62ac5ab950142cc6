import 'reflect-metadata';

// The only file that knows where decorators leave their records. The keys are global symbols, so that two copies of this
// package in one process agree, and each can say which records are the other's: it does not know their errors.

/** What a decorator writes on a class, or on its prototype. */
export class OwnRecord<T> {
  readonly #key: symbol;
  /** The targets that this copy of the package has written on. */
  readonly #ours = new WeakSet();

  /** @param name what the record is of, such as `prompt` */
  constructor(name: string) {
    this.#key = Symbol.for(`dev.cuecard/${name}`);
  }

  /** The key, for records that travel along with those of others. */
  get key(): symbol {
    return this.#key;
  }

  write(target: object, record: T): void {
    Reflect.defineMetadata(this.#key, record, target);
    this.#ours.add(target);
  }

  /** The target's own record; a subclass does not inherit it. */
  read(target: object): T | undefined {
    const record: T | undefined = Reflect.getOwnMetadata(this.#key, target);
    return this.#ours.has(target) ? record : undefined;
  }

  /** The record of the target, or the one that it inherits. */
  readInherited(target: object): T | undefined {
    const record: T | undefined = Reflect.getMetadata(this.#key, target);
    return record;
  }

  /** Whether the target's own record was written by another copy of this package. */
  isElsewhere(target: object): boolean {
    return !this.#ours.has(target) && Reflect.hasOwnMetadata(this.#key, target);
  }
}

/** What the compiler emitted as a property's type; `undefined` if it emitted nothing. */
export function readDesignType(type: Function, property: string): unknown {
  const { prototype }: { readonly prototype: object } = type;
  return Reflect.getMetadata('design:type', prototype, property);
}

/** What the compiler emitted as the types of a constructor's parameters; empty if it emitted nothing. */
export function readDependencies(type: Function): readonly unknown[] {
  const types: readonly unknown[] | undefined = Reflect.getMetadata('design:paramtypes', type);
  return types ?? [];
}
