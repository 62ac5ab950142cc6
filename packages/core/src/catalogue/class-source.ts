import type { Definition } from '../definition/definition.js';
import { type KindName, type NotFoundError, RequestError } from '../errors.js';
import type { InjectableClass } from '../types.js';
import type { DefinitionSource, Request, Target } from '../request/request.js';
import type { Catalogue } from './catalogue.js';

/** Finds the definition of a class in process. A class that the caller may not see is unknown, like an unlisted one. */
export class ClassSource implements Target, DefinitionSource {
  readonly kind: KindName;
  /** The name for interceptors and the log. */
  readonly name: string;
  readonly source = this;
  readonly #catalogue: Catalogue;
  readonly #type: InjectableClass<object>;

  constructor(catalogue: Catalogue, type: InjectableClass<object>) {
    this.#catalogue = catalogue;
    this.#type = type;
    this.kind = catalogue.listing.kind;
    const definition = catalogue.registry.of(type);
    this.name = definition === undefined ? type.name : this.#addressOf(definition, () => true);
  }

  subjectOf(name: string | undefined): string {
    return this.#catalogue.target(name).subjectOf(name);
  }

  /** @throws {RequestError} if the class is mounted more than once and the caller may see several of its definitions */
  find(_asked: string, request: Request): Definition | undefined {
    const isKnown = ({ visibility }: Definition) => request.allows(visibility);
    const found = this.#catalogue.registry.all(this.#type).filter(isKnown);
    if (found.length < 2) return found[0];
    const names = found.map((each) => this.#addressOf(each, isKnown)).join(' and ');
    throw new RequestError(`${this.#type.name} is mounted as ${names}: get one of them by its name`);
  }

  unknown(_asked: string | undefined, request: Request): NotFoundError {
    return this.#catalogue.unknown(this.#type.name, request);
  }

  /** The name, with the version if there are several. */
  #addressOf({ name, version }: Definition, isKnown: (definition: Definition) => boolean): string {
    const versions = this.#catalogue.versions(name);
    return versions.filter(isKnown).length > 1 ? `${name}@${version}` : name;
  }
}
