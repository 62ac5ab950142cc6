import 'reflect-metadata';
import { OWN_FOLDER } from '../text/stack-frames.js';

// The only file that knows under which keys decorators keep their records. The keys are global symbols, so that tools such as
// Nest's `Reflector` read them, and so that two copies of this package in one process recognise each other's records: one
// does not know the errors of the other.

/** Another copy of this package in the process. */
export interface OtherCopy {
  /** Its folder; `undefined` if it was bundled with an application. */
  readonly folder: string | undefined;
}

const THIS_COPY: OtherCopy = { folder: OWN_FOLDER };

/** The copy of this package that has written the records of a target. */
const COPY = Symbol.for('dev.cuecard/copy');

/** A record that a decorator writes on a class, or on its prototype. */
export class OwnRecord<T> {
  readonly #key: symbol;

  /** @param name the name of the record, such as `declaration` */
  constructor(name: string) {
    this.#key = Symbol.for(`dev.cuecard/${name}`);
  }

  write(target: object, record: T): void {
    Reflect.defineMetadata(this.#key, record, target);
    Reflect.defineMetadata(COPY, THIS_COPY, target);
  }

  /** The target's own record; subclasses do not inherit it. */
  read(target: object): T | undefined {
    return Reflect.getOwnMetadata(COPY, target) === THIS_COPY ? Reflect.getOwnMetadata(this.#key, target) : undefined;
  }

  /** The record of the target, or the one that it inherits. */
  readInherited(target: object): T | undefined {
    return Reflect.getMetadata(this.#key, target);
  }

  /** The other copy of this package that wrote the target's own record, if one did. */
  otherCopy(target: object): OtherCopy | undefined {
    const copy: OtherCopy | undefined = Reflect.getOwnMetadata(COPY, target);
    return copy === THIS_COPY || !Reflect.hasOwnMetadata(this.#key, target) ? undefined : copy;
  }
}

/** The type that the compiler emitted for a property; `undefined` if it emitted none. */
export function readDesignType(type: Function, property: string): unknown {
  const { prototype }: { readonly prototype: object } = type;
  return Reflect.getMetadata('design:type', prototype, property);
}

/**
 * The description of `@ApiProperty()` in `@nestjs/swagger`, which exports the key as `DECORATORS.API_MODEL_PROPERTIES`;
 * `undefined` if the property has none.
 */
export function readApiDescription(type: Function, property: string): string | undefined {
  const { prototype }: { readonly prototype: object } = type;
  const { description }: { readonly description?: unknown } = Object(
    Reflect.getMetadata('swagger/apiModelProperties', prototype, property),
  );
  return typeof description === 'string' ? description : undefined;
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
