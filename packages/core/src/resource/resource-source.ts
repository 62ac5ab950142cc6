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
  /** The templates of a page that the caller may see, in code unit order: at least `minCount`, unless it is the last page. */
  templates(page: Page, request: Request): readonly ResourceTemplate[];
  /** The lists that the caller may use, in the order of their places. The list of fixed URIs has one page. */
  lists(page: Page, request: Request): readonly ResourceList[];
  /** Whether it has resources that it can watch. */
  readonly canWatch: boolean;
  /** Watches a resource. Resolves to the function that ends the watch, if it can be watched. */
  watch(watched: WatchedResource, request: Request): Awaitable<EndWatch>;
  /** Watches its lists. Returns the functions that end the watches. Failures are logged. */
  watchLists(changed: () => void, services: () => RuntimeServices): readonly (() => void)[];
  /** The current definitions with the class and name, or with the reader, of a definition found earlier. */
  counterparts(definition: Definition): readonly Definition[];
}

/** The part of a sorted list that a page needs. */
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
  /** The definition of all its resources; `undefined` if each resource has its own. */
  readonly definition: Definition | undefined;
  /** The resources that follow a URI, in the order of the list. */
  after(uri: string | undefined): AsyncIterable<Resource> | Iterable<Resource>;
}

/**
 * Watches the list of a reader or a class; returns a function that stops watching. Failures are logged.
 * @param services returns the runtime's current services
 */
export function watchList(name: string, begin: () => Awaitable<EndWatch>, services: () => RuntimeServices): () => void {
  const reportFailure = (work: string) => (error: unknown) =>
    services().logger.error(`${name} failed to ${work} its list`, error);
  const watching = attempt(begin, reportFailure('watch'));
  return () => void attempt(async () => (await watching)?.(), reportFailure('end the watch on'));
}

/** Does work, and reports its failure, synchronous or not. */
async function attempt<T>(work: () => Awaitable<T>, failed: (error: unknown) => void): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    failed(error);
    return undefined;
  }
}
