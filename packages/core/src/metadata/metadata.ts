import 'reflect-metadata';
import { OWN_FOLDER } from '../text/stack-frames.js';

// The only file that knows the keys of decorator records. The keys are global symbols for two reasons. Other tools,
// such as Nest's `Reflector`, can read the records. And two copies of this package in one process detect each other:
// they must not be mixed, because each has its own error classes.

/** A copy of this package that is loaded in the process. */
export interface PackageCopy {
  /** The copy's folder; `undefined` if the copy was bundled with an application. */
  readonly folder: string | undefined;
}

const THIS_COPY: PackageCopy = { folder: OWN_FOLDER };

/** The key under which a target stores the copy that wrote its records. */
const COPY = Symbol.for('dev.cuecard/copy');

/** A kind of record that decorators write on a class or its prototype. */
export class DecoratorRecord<T> {
  readonly #key: symbol;

  /** @param name the name of the record, such as `declaration` */
  constructor(name: string) {
    this.#key = Symbol.for(`dev.cuecard/${name}`);
  }

  write(target: object, record: T): void {
    Reflect.defineMetadata(this.#key, record, target);
    Reflect.defineMetadata(COPY, THIS_COPY, target);
  }

  /** Returns the target's own record, if this copy of the package wrote it. Inherited records are ignored. */
  read(target: object): T | undefined {
    return Reflect.getOwnMetadata(COPY, target) === THIS_COPY ? Reflect.getOwnMetadata(this.#key, target) : undefined;
  }

  /** Returns the target's own or inherited record. */
  readInherited(target: object): T | undefined {
    return Reflect.getMetadata(this.#key, target);
  }

  /** If a different copy of this package wrote the target's record, returns that copy. */
  otherCopy(target: object): PackageCopy | undefined {
    const copy: PackageCopy | undefined = Reflect.getOwnMetadata(COPY, target);
    return copy === THIS_COPY || !Reflect.hasOwnMetadata(this.#key, target) ? undefined : copy;
  }
}

/** Returns the type that the compiler emitted for a property; `undefined` if it emitted none. */
export function readDesignType(type: Function, property: string): unknown {
  const { prototype }: { readonly prototype: object } = type;
  return Reflect.getMetadata('design:type', prototype, property);
}

/**
 * Returns the description in a property's `@ApiProperty()`; `undefined` if there is none. `@nestjs/swagger` exports the
 * metadata key as `DECORATORS.API_MODEL_PROPERTIES`.
 */
export function readApiDescription(type: Function, property: string): string | undefined {
  const { prototype }: { readonly prototype: object } = type;
  const { description }: { readonly description?: unknown } = Object(
    Reflect.getMetadata('swagger/apiModelProperties', prototype, property),
  );
  return typeof description === 'string' ? description : undefined;
}

/** Returns the types that the compiler emitted for the parameters of a constructor; empty if it emitted none. */
export function readDependencies(type: Function): readonly unknown[] {
  const types: readonly unknown[] | undefined = Reflect.getMetadata('design:paramtypes', type);
  return types ?? [];
}

/** Returns the types that the compiler emitted for the parameters of a method; `undefined` if it emitted none. */
export function readParameterTypes(owner: object, method: string | symbol): readonly unknown[] | undefined {
  return Reflect.getMetadata('design:paramtypes', owner, method);
}

/** Marks the packs, mounts and definitions that this copy of the package created. */
export const ENTRY_RECORDS = new DecoratorRecord<true>('entry');
