import type { RequestContext } from '../api/context.js';
import type { Annotations, Icon, ReadResourceResult, ResourceContents } from '../protocol.js';
import type { Awaitable, InjectableClass } from '../types.js';

/**
 * The values that `read` may return: a string, bytes, the contents at one or several URIs, a full result, or any other
 * value, which is sent as JSON. `undefined` and `null` mean that there is no such resource.
 */
export type ResourceOutput =
  | string
  | Uint8Array
  | ResourceContents
  | readonly ResourceContents[]
  | ReadResourceResult
  | object
  | number
  | boolean
  | null
  | undefined;

/** One resource of a class with a template, as `list` yields it. */
export interface ResourceInstance<Args extends object = object> {
  /** The arguments that the template expands to its URI. */
  readonly args: Partial<Args>;
  /** @default the last part of its URI */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** @default the MIME type of the class */
  readonly mimeType?: string;
  /** In bytes. */
  readonly size?: number;
  readonly icons?: readonly Icon[];
  readonly annotations?: Annotations;
}

/** The resource after which a list continues. A client may forge it, but its arguments never break a rule. */
export interface ListStart<Args extends object = object> {
  /** The URI of the last resource that the client has. The resource may have been deleted. */
  readonly uri: string;
  /** The arguments in that URI. */
  readonly args: Readonly<Partial<Args>>;
}

/** The instances that `list` returns: an array, which is sorted by URI, or an iterable whose order stays the same. */
export type ResourceInstances<Args extends object = object> =
  | readonly ResourceInstance<Args>[]
  | AsyncIterable<ResourceInstance<Args>>;

/** The interface of a resource class. */
export interface ResourceHandler<Args extends object = object> {
  // Declared as properties, because the compiler checks the parameters of a method less strictly.
  /** Answers one `resources/read`, with arguments that have passed all their rules. A framework may inject further parameters. */
  read: (args: Args, context: RequestContext, ...injected: never[]) => Awaitable<ResourceOutput>;
  /**
   * The resources at the URIs of the template, for `resources/list`. Must be a method of the class. An iterable is
   * read as far as a page needs it.
   * @default none: not everything that can be read can be listed
   */
  list?: (after: ListStart<Args> | undefined, context: RequestContext) => Awaitable<ResourceInstances<Args>>;
  /**
   * Calls `changed` each time that the resource changes. Returns a function that ends the watch. Must be a method of
   * the class.
   * @default none: clients that subscribe get no notifications
   */
  watch?: (args: Args, changed: () => void, context: RequestContext) => Awaitable<() => unknown>;
  /**
   * Calls `changed` whenever the result of `list` changes, so that clients are asked to list again. Returns a function
   * that ends the watch. It runs once for all clients, on a handler that is constructed without a caller. Must be a
   * method of the class.
   * @default none: clients are not notified
   */
  watchList?: (changed: () => void) => Awaitable<() => unknown>;
}

/** A class that can be decorated with `@Resource`. */
export type ResourceClass<Args extends object = object> = InjectableClass<ResourceHandler<Args>>;

/** A class that can be decorated with `@Resource`, with any arguments. */
export type AnyResourceClass = InjectableClass<{
  read: (args: never, context: RequestContext, ...injected: never[]) => unknown;
}>;
