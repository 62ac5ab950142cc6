import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { DefinitionInfo } from '../api/context.js';
import type { InterceptorEntry } from '../api/calls.js';
import type { Resolver } from '../api/resolver.js';
import { type JsonSchema, SchemaDefinitions } from '../json-schema.js';
import type { ListEntry } from '../protocol.js';
import type { InjectableClass, ServiceToken } from '../types.js';
import type { Completers } from './completers.js';
import type { HandlerMethod, Kind, Specifics } from './kind.js';
import { commonEntry, descriptionOf, freezeDeep, type EntryTexts } from './list-entry.js';
import type { Visibility } from './visibility.js';
import type { ArgOptions } from '../arguments/arg.js';
import type { DefinitionOptions } from './definition-options.js';

/** The compiled members of a definition. Its list entry derives from them. */
type DefinitionMembers = Omit<Definition, 'entry' | 'place' | 'title' | 'description' | 'samples' | 'schema' | 'with'>;

/** A compiled definition: everything that can be known before the first request. Immutable. */
export class Definition implements DefinitionInfo {
  readonly name!: string;
  readonly type!: InjectableClass<object>;
  readonly version!: string | undefined;
  readonly labels!: readonly string[];
  readonly tags!: readonly string[];
  readonly deprecated!: string | undefined;
  readonly owner!: string;
  readonly kind!: Kind;
  /** The decorator that omits the name, so that the class determines it. */
  readonly unnamedBy!: string | undefined;
  readonly method!: HandlerMethod;
  /** The handler itself, if it is not constructed for each request. */
  readonly instance!: object | undefined;
  readonly arguments!: ArgumentPlan;
  readonly examples!: readonly object[];
  readonly specifics!: Specifics;
  readonly completers!: Completers;
  /** The validator classes to construct, which start-up checks like the handler. */
  readonly validators!: readonly InjectableClass[];
  /** Whether clients get it as a tool, too; `undefined` if the runtime decides. */
  readonly asTool!: boolean | undefined;
  /** The rules that decide which callers see it; `undefined` if every caller does. */
  readonly visibility!: Visibility | undefined;
  /** The interceptors, outermost first: those of its binding and packs, then its own. */
  readonly interceptors!: readonly BoundInterceptor[];
  /** The resolver of its binding or mount. */
  readonly resolver!: Resolver | undefined;
  /** The services that its packs require, each with the packs that require it. */
  readonly requires!: readonly Requirement[];
  readonly #texts: EntryTexts;
  #entry: ListEntry | undefined;

  /** @param texts the strings of the list entry */
  constructor(members: DefinitionMembers, texts: EntryTexts) {
    Object.assign(this, members);
    this.#texts = texts;
    Object.freeze(this);
  }

  /** The class, or the method of a class that has several: `Orders.create`. */
  get place(): string {
    return this.method.isDeclared ? `${this.type.name}.${this.method.name}` : this.type.name;
  }

  /** The title, without creating the list entry. */
  get title(): string | undefined {
    return this.#texts.title;
  }

  /** The description, without creating the list entry. */
  get description(): string | undefined {
    return descriptionOf(this, this.#texts);
  }

  /** Created when it is first read, because a client may list one page of many thousands. */
  get entry(): ListEntry {
    const { kind, arguments: plan, specifics } = this;
    return (this.#entry ??= freezeDeep(kind.entryOf(commonEntry(this, this.#texts), plan, specifics, this.samples)));
  }

  /** The JSON Schema of the arguments, or of the variables of a resource's template. */
  get schema(): JsonSchema {
    return SchemaDefinitions.schemaOf(this.arguments, []);
  }

  /** The examples as JSON, with names on the wire. */
  get samples(): readonly Readonly<Record<string, unknown>>[] {
    return this.examples.map((each) => this.arguments.write(each));
  }

  with(changes: Partial<DefinitionMembers>): Definition {
    return new Definition({ ...this, ...changes }, this.#texts);
  }
}

export interface Requirement {
  readonly token: ServiceToken;
  /** The packs, outermost first: `desk/reviews`. */
  readonly owner: string;
  /** The resolver of the mount, which must provide it; by default the runtime's. */
  readonly resolver: Resolver | undefined;
}

/** An interceptor, and the resolver that constructs its class; by default the runtime's. */
export interface BoundInterceptor {
  readonly entry: InterceptorEntry;
  /** The packs that contain it, outermost first. Empty for interceptors from outside packs. */
  readonly owner: string;
  readonly resolver: Resolver | undefined;
}

/** Joins the packs and the name of a location: `desk/reviews/Review`. */
export function joinPlace(owner: string, name: string): string {
  return [owner, name].filter((part) => part !== '').join('/');
}

/** One argument of a definition from data. */
export interface DataArg extends ArgOptions {
  readonly name: string;
  /** The value of an omitted argument. It makes the argument optional. */
  readonly default?: unknown;
  /** class-validator's rules for it, such as `IsIn(['a', 'b'])`. */
  readonly rules?: readonly PropertyDecorator[];
}

/** The data of a definition without its function. */
export interface DefinitionData extends Omit<DefinitionOptions, 'args' | 'name'> {
  readonly name: string;
  readonly args?: readonly DataArg[];
}
