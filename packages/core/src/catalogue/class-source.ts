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
  readonly #place: string;
  readonly #definitions: readonly Definition[];

  /** @param method one of its methods that are handlers; `undefined` for the class itself */
  constructor(catalogue: Catalogue, type: InjectableClass<object>, method?: string) {
    this.#catalogue = catalogue;
    this.#place = method === undefined ? type.name : `${type.name}.${method}`;
    this.kind = catalogue.listTarget.kind;
    this.#definitions = catalogue.registry.all(type, method).filter(({ kind }) => kind.name === this.kind);
    const [definition, ...others] = this.#definitions;
    this.name = definition === undefined || others.length > 0 ? this.#place : this.#addressOf(definition, () => true);
  }

  subjectOf(name: string | undefined): string {
    return this.#catalogue.target(name).subjectOf(name);
  }

  /** @throws {RequestError} if the class is mounted more than once and the caller may see several of its definitions */
  find(_asked: string, request: Request): Definition | undefined {
    const isKnown = ({ visibility }: Definition) => request.allows(visibility);
    const found = this.#definitions.filter(isKnown);
    if (found.length < 2) return found[0];
    const names = found.map((each) => this.#addressOf(each, isKnown)).join(' and ');
    throw new RequestError(`${this.#place} is mounted as ${names}: get one of them by its name`);
  }

  unknown(_asked: string | undefined, request: Request): NotFoundError {
    return this.#catalogue.unknown(this.#place, request);
  }

  /** The name, with the version if there are several. */
  #addressOf({ name, version }: Definition, isKnown: (definition: Definition) => boolean): string {
    const versions = this.#catalogue.versions(name);
    return versions.filter(isKnown).length > 1 ? `${name}@${version}` : name;
  }
}
