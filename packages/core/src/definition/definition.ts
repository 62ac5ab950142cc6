import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { DefinitionInfo } from '../api/context.js';
import type { InterceptorEntry } from '../api/calls.js';
import type { Resolver } from '../api/resolver.js';
import { type JsonSchema, SchemaDefinitions } from '../json-schema.js';
import type { ListEntry } from '../protocol.js';
import type { InjectableClass, ServiceToken } from '../types.js';
import type { Completers } from './completers.js';
import type { HandlerMethod, Kind, KindSpecifics } from './kind.js';
import { commonEntry, descriptionOf, freezeDeep, type EntryTexts } from './list-entry.js';
import type { Visibility } from './visibility.js';
import type { ArgOptions } from '../arguments/arg.js';
import type { DefinitionOptions } from './definition-options.js';

/** The members of a definition that are compiled; its list entry follows from them. */
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
  /** The decorator that gives it no name, so that it is named after its class. */
  readonly unnamedBy!: string | undefined;
  /** The method of the handler that answers. */
  readonly method!: HandlerMethod;
  /** The handler itself, if it is not constructed for each request. */
  readonly instance!: object | undefined;
  readonly arguments!: ArgumentPlan;
  readonly examples!: readonly object[];
  readonly specifics!: KindSpecifics;
  /** The methods that complete arguments, by the argument's name on the wire. */
  readonly completers!: Completers;
  /** The validators that dependency injection must be able to construct, in addition to the handler itself. */
  readonly validators!: readonly InjectableClass[];
  /** Whether clients get it as a tool, too; `undefined` if the runtime decides. */
  readonly asTool!: boolean | undefined;
  /** The rules that decide which callers see it; `undefined` if every caller does. */
  readonly visibility!: Visibility | undefined;
  /** The interceptors around it, outermost first: the interceptors of its binding and packs, then its own. */
  readonly interceptors!: readonly BoundInterceptor[];
  /** The resolver of its binding or mount. */
  readonly resolver!: Resolver | undefined;
  /** The services that its packs require, each with the packs that require it. */
  readonly requires!: readonly Requirement[];
  readonly #texts: EntryTexts;
  #entry: ListEntry | undefined;

  /** @param listTexts the strings that only the list entry has */
  constructor(members: DefinitionMembers, listTexts: EntryTexts) {
    Object.assign(this, members);
    this.#texts = listTexts;
    Object.freeze(this);
  }

  /** The class, or the method of a class that has several: `Orders.create`. */
  get place(): string {
    return this.method.isDeclared ? `${this.type.name}.${this.method.name}` : this.type.name;
  }

  /** The title in the list entry, without writing all of that. */
  get title(): string | undefined {
    return this.#texts.title;
  }

  /** The description in the list entry, without writing all of that. */
  get description(): string | undefined {
    return descriptionOf(this, this.#texts);
  }

  /** Written when it is first read: a client may list one page of many thousands of definitions. */
  get entry(): ListEntry {
    const { kind, arguments: plan, specifics } = this;
    return (this.#entry ??= freezeDeep(kind.entryOf(commonEntry(this, this.#texts), plan, specifics, this.samples)));
  }

  /** The JSON Schema of the arguments, or of the variables of a resource's template. */
  get schema(): JsonSchema {
    return SchemaDefinitions.schemaOf(this.arguments, []);
  }

  /** The examples as JSON, by the names on the wire. */
  get samples(): readonly Readonly<Record<string, unknown>>[] {
    return this.examples.map((each) => this.arguments.write(each));
  }

  /** A copy with other members. */
  with(changes: Partial<DefinitionMembers>): Definition {
    return new Definition({ ...this, ...changes }, this.#texts);
  }
}

/** A service that a pack requires. */
export interface Requirement {
  readonly token: ServiceToken;
  /** The packs, outermost first: `desk/reviews`. */
  readonly owner: string;
  /** The resolver that must provide it, if the pack is mounted with a resolver. */
  readonly resolver: Resolver | undefined;
}

/** An interceptor, and the resolver that constructs it if it is a class; by default the runtime's own. */
export interface BoundInterceptor {
  readonly entry: InterceptorEntry;
  /** The packs that contain it, outermost first. Empty for interceptors from outside packs. */
  readonly owner: string;
  readonly resolver: Resolver | undefined;
}

/** A location, including the packs that contain it: `desk/reviews/Review`. */
export function joinPlace(owner: string, name: string): string {
  return [owner, name].filter((part) => part !== '').join('/');
}

/** One argument of a definition from data. */
export interface DataArg extends ArgOptions {
  readonly name: string;
  /** The value of the argument if it is absent; makes the argument optional. */
  readonly default?: unknown;
  /** class-validator's rules for it, such as `IsIn(['a', 'b'])`. */
  readonly rules?: readonly PropertyDecorator[];
}

/** The data of a definition, apart from the function that answers. */
export interface DefinitionData extends Omit<DefinitionOptions, 'args' | 'name'> {
  readonly name: string;
  readonly args?: readonly DataArg[];
}
