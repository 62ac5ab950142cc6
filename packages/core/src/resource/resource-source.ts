import type { Definition } from '../definition/definition.js';
import type { Resource, ResourceTemplate } from '../protocol.js';
import type { Request, RuntimeServices } from '../request/request.js';
import type { Awaitable } from '../types.js';

/** Resources that are found, listed and watched together: the resources of all classes, or of one reader. */
export interface ResourceSource {
  /** The definition that answers for a URI, if the caller may see it. */
  find(uri: string, request: Request): Definition | undefined;
  /** The definition with a template, if the caller may see it. */
  findTemplate(template: string, request: Request): Definition | undefined;
  /** The templates that the caller may see after another one, in code unit order: at least `minCount`, if there are so many. */
  templates(page: Page, request: Request): readonly ResourceTemplate[];
  /** The lists that the caller may use, in the order of their places. The list of fixed URIs has one page. */
  lists(page: Page, request: Request): readonly ResourceList[];
  /** Whether it has resources that it can watch. */
  readonly canWatch: boolean;
  /** Watches a resource. Resolves to the function that ends the watch, if it can be watched. */
  watch(watched: WatchedResource, request: Request): Awaitable<EndWatch>;
  /** Watches its lists. Returns the functions that end the watches. Failures are logged. */
  watchLists(changed: () => void, services: () => RuntimeServices): readonly (() => void)[];
  /** Its current definitions of the same class and name, or of the same reader, as one found earlier. */
  counterparts(definition: Definition): readonly Definition[];
}

/** The part of a list in code unit order that a page needs. */
export interface Page {
  readonly after: string | undefined;
  readonly minCount: number;
}

export interface WatchedResource {
  readonly definition: Definition;
  readonly uri: string;
  readonly changed: () => void;
}

export type EndWatch = (() => unknown) | undefined;

/** One of the lists that make up `resources/list`. */
export interface ResourceList {
  /** Lists are joined in the order of their places: '' for fixed URIs, or a template; `undefined` for readers. */
  readonly place: string | undefined;
  /** The definition that answers for its resources; `undefined` if each has its own. */
  readonly definition: Definition | undefined;
  /** The resources after the one at a URI, in the order of the list. */
  after(uri: string | undefined): AsyncIterable<Resource> | Iterable<Resource>;
}

/**
 * Watches the list of a reader or a class; returns a function that stops watching. Failures are logged.
 * @param services returns the runtime's current services
 */
export function watchList(name: string, begin: () => Awaitable<EndWatch>, services: () => RuntimeServices): () => void {
  const reportFailure = (work: string) => (error: unknown) =>
    services().logger.error(`${name} failed to ${work} its list`, error);
  const begun = attempt(begin, reportFailure('watch'));
  return () => void attempt(async () => (await begun)?.(), reportFailure('end the watch on'));
}

/** Does work that may fail, at once or later. */
async function attempt<T>(work: () => Awaitable<T>, failed: (error: unknown) => void): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    failed(error);
    return undefined;
  }
}
