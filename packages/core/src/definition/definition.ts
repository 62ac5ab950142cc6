import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { DefinitionInfo } from '../api/context.js';
import type { InterceptorEntry } from '../api/calls.js';
import type { Resolver } from '../api/resolver.js';
import { type JsonSchema, SchemaDefinitions } from '../json-schema.js';
import type { ListEntry } from '../protocol.js';
import type { InjectableClass, ServiceToken } from '../types.js';
import type { Completers } from './completers.js';
import type { HandlerMethod, Kind, Specifics } from './kind.js';
import { commonEntry, createDescription, freezeDeep, type DisplayProperties } from './list-entry.js';
import type { Visibility } from './visibility.js';
import type { ArgOptions } from '../arguments/arg.js';
import type { DefinitionOptions } from './definition-options.js';

/** The compiled properties of a definition, from which its other properties derive. */
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
  /** The decorator that sets no `name`, if the name therefore derives from the class name. */
  readonly unnamedBy!: string | undefined;
  readonly method!: HandlerMethod;
  /** The handler instance, if the handler is not constructed for each request. */
  readonly instance!: object | undefined;
  readonly arguments!: ArgumentPlan;
  readonly examples!: readonly object[];
  readonly specifics!: Specifics;
  readonly completers!: Completers;
  /** The validator classes that a resolver must construct. They are checked at start-up, as the handler class is. */
  readonly validators!: readonly InjectableClass[];
  /** Whether clients also get the prompt as a tool; `undefined` if the runtime's option decides. */
  readonly asTool!: boolean | undefined;
  /** Decides which callers may see the definition; `undefined` if every caller may. */
  readonly visibility!: Visibility | undefined;
  /** The interceptors, outermost first: those of the binding and packs, then those that the definition declares. */
  readonly interceptors!: readonly BoundInterceptor[];
  /** The resolver from the definition's binding or mount. */
  readonly resolver!: Resolver | undefined;
  /** The services that its packs require, each with the packs that require it. */
  readonly requires!: readonly Requirement[];
  readonly #display: DisplayProperties;
  #entry: ListEntry | undefined;

  /** @param texts the strings of the list entry */
  constructor(members: DefinitionMembers, display: DisplayProperties) {
    Object.assign(this, members);
    this.#display = display;
    Object.freeze(this);
  }

  /** The handler class, or the handler method: `Orders.create`. */
  get place(): string {
    return this.method.isDeclared ? `${this.type.name}.${this.method.name}` : this.type.name;
  }

  /** The title. Reading it does not create the list entry. */
  get title(): string | undefined {
    return this.#display.title;
  }

  /** The description. Reading it does not create the list entry. */
  get description(): string | undefined {
    return createDescription(this, this.#display);
  }

  /**
   * The list entry, frozen. It is created when first read, because a client may list only one page of many thousands of
   * definitions.
   */
  get entry(): ListEntry {
    const { kind, arguments: plan, specifics } = this;
    return (this.#entry ??= freezeDeep(kind.entryOf(commonEntry(this, this.#display), plan, specifics, this.samples)));
  }

  /** The JSON Schema of the arguments, or of the variables in a resource's template. */
  get schema(): JsonSchema {
    return SchemaDefinitions.schemaOf(this.arguments, []);
  }

  /** The examples as JSON, with wire names. */
  get samples(): readonly Readonly<Record<string, unknown>>[] {
    return this.examples.map((each) => this.arguments.write(each));
  }

  with(changes: Partial<DefinitionMembers>): Definition {
    return new Definition({ ...this, ...changes }, this.#display);
  }
}

export interface Requirement {
  readonly token: ServiceToken;
  /** The packs, outermost first: `desk/reviews`. */
  readonly owner: string;
  /** The resolver of the mount, which must provide the service. By default, the runtime's resolver. */
  readonly resolver: Resolver | undefined;
}

/** An interceptor, and the resolver that constructs its class. By default, that is the runtime's resolver. */
export interface BoundInterceptor {
  readonly entry: InterceptorEntry;
  /** The packs that contain the interceptor, outermost first. Empty if it does not come from a pack. */
  readonly owner: string;
  readonly resolver: Resolver | undefined;
}

/** Joins packs and a name to a location: `desk/reviews/Review`. */
export function joinPlace(owner: string, name: string): string {
  return [owner, name].filter((part) => part !== '').join('/');
}

/** One argument of a definition built from data. */
export interface DataArg extends ArgOptions {
  readonly name: string;
  /** The value if a request omits the argument. A default makes the argument optional. */
  readonly default?: unknown;
  /** class-validator rules for the argument, such as `IsIn(['a', 'b'])`. */
  readonly rules?: readonly PropertyDecorator[];
}

/** The data of a definition, without its handler function. */
export interface DefinitionData extends Omit<DefinitionOptions, 'args' | 'name'> {
  readonly name: string;
  readonly args?: readonly DataArg[];
}
