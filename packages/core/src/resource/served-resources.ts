import type { Client } from '../api/context.js';
import { cursorAfter, readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import { Visibility } from '../definition/visibility.js';
import type { Operation } from '../engine/engine.js';
import { NotFoundError } from '../errors.js';
import { checkedAnswer, LIST_RESOURCES, LIST_TEMPLATES, RESOURCE as RESOURCE_SHAPE } from '../output/shapes.js';
import { forRevision } from '../output/degradation.js';
import {
  type ListResourcesParams,
  type ListResourcesResult,
  type ListResourceTemplatesParams,
  type ListResourceTemplatesResult,
  type Resource,
  type ResourceTemplate,
} from '../protocol.js';
import type { DefinitionSource, Request, Target, RuntimeServices } from '../request/request.js';
import type { Awaitable } from '../types.js';
import { ClassResources, type NamedResources } from './class-resources.js';
import { fromApplication } from './contents-check.js';
import { ReaderResources } from './reader-resources.js';
import { errorFor, RESOURCE } from './resource.js';
import { cursorAt, type PagedResource, positionIn, resourcesOf } from './resource-pages.js';
import type { EndWatch, ResourceSource, WatchedResource } from './resource-source.js';

/** A URI may contain confidential data: a class is named instead. */
function subjectOf(_uri: string | undefined, definition?: Definition): string {
  return definition === undefined || definition.instance !== undefined
    ? 'A resource'
    : RESOURCE.subjectOf(definition.name);
}

/** The resources that clients may list and read, from classes first, then from readers. */
export class ServedResources implements DefinitionSource {
  /** The definitions of readers, in look-up order. */
  readonly readers: readonly Definition[];
  readonly list: Operation<ListResourcesParams, ListResourcesResult>;
  readonly templates: Operation<ListResourceTemplatesParams, ListResourceTemplatesResult>;
  /** In look-up order. */
  readonly #sources: readonly ResourceSource[];
  readonly #classes: NamedResources;
  readonly #pageSize: number;

  constructor(classes: NamedResources, readers: readonly Definition[], pageSize: number) {
    this.#classes = classes;
    this.readers = readers;
    this.#sources = [new ClassResources(classes), ...readers.map((each) => new ReaderResources(each))];
    this.#pageSize = pageSize;
    this.list = {
      method: RESOURCE.methods.list,
      answer: (params, request) => request.within(this.#page(params, request)),
      check: (answer) => checkedAnswer(LIST_RESOURCES, answer),
    };
    this.templates = {
      method: 'resources/templates/list',
      answer: (params, request) => this.#templatePage(params, request),
      check: (answer) => checkedAnswer(LIST_TEMPLATES, answer),
    };
  }

  /** Whether callers see the same of the readers in both, as far as can be determined without listing them. */
  static haveSameReaders(one: ServedResources, other: ServedResources): boolean {
    if (one.readers.length !== other.readers.length) return false;
    return one.readers.every(({ instance, visibility }, index) => {
      const counterpart = other.readers[index];
      return instance === counterpart?.instance && Visibility.isSame(visibility, counterpart?.visibility);
    });
  }

  /** Calls back when a reader or a class reports a change of its list. Returns a function that ends the watch. */
  watchLists(changed: () => void, services: () => RuntimeServices): () => void {
    const ends = this.#sources.flatMap((source) => source.watchLists(changed, services));
    return () => {
      for (const end of ends) end();
    };
  }

  target(uri: unknown, source: DefinitionSource = this): Target {
    return { kind: RESOURCE.name, name: uri, source, subjectOf, errorFor };
  }

  templateTarget(template: unknown): Target {
    const source: DefinitionSource = {
      find: (requested, request) => this.#first((each) => each.findTemplate(requested, request)),
      unknown: (requested) => this.unknown(requested),
    };
    return { kind: RESOURCE.name, name: template, source, subjectOf: () => 'The completion' };
  }

  /** The class, or else the first reader, that answers for the URI, of those that the caller may see. */
  find(uri: string, request: Request): Definition | undefined {
    return this.#first((each) => each.find(uri, request));
  }

  #first(find: (source: ResourceSource) => Definition | undefined): Definition | undefined {
    for (const source of this.#sources) {
      const found = find(source);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Watches a resource of a definition that was found. */
  watch(watched: WatchedResource, request: Request): Awaitable<EndWatch> {
    const { definition } = watched;
    return this.#sources.find((source) => source.counterparts(definition).length > 0)?.watch(watched, request);
  }

  isChosen(): boolean {
    return this.#classes.chosenNames.length > 0;
  }

  unknown(uri: string | undefined): NotFoundError {
    return new NotFoundError('resource', uri);
  }

  /** The current definitions of the same class and name, or of the same reader, as one found earlier. */
  counterparts(definition: Definition): readonly Definition[] {
    return this.#sources.flatMap((source) => source.counterparts(definition));
  }

  get isOffered(): boolean {
    return this.readers.length > 0 || this.#classes.names.length > 0;
  }

  /** Whether clients may subscribe to resources: some resources cannot report changes. */
  get canSubscribe(): boolean {
    return this.#sources.some((source) => source.canWatch);
  }

  /** @throws {InvalidCursorError} if no page came with this cursor */
  async #page({ cursor }: ListResourcesParams, request: Request): Promise<ListResourcesResult> {
    request.step = 'list';
    this.#classes.isListed = true;
    const start = cursor === undefined ? undefined : positionIn(cursor);
    const isFixed = start === undefined || start.place === '';
    const fixed = { after: isFixed ? start?.uri : undefined, minCount: isFixed ? this.#pageSize + 1 : 0 };
    const lists = await request.decide(() => this.#sources.flatMap((source) => source.lists(fixed, request)));
    const page: PagedResource[] = [];
    const answering = (uri: string) => this.find(uri, request);
    for await (const each of resourcesOf(lists, { start, answering }, request)) {
      const last = page.at(-1);
      if (last !== undefined && page.length >= this.#pageSize)
        return { resources: resourcesIn(page, request), nextCursor: cursorAt(last.position) };
      page.push({
        ...each,
        resource: lists.length === 1 ? fromApplication(RESOURCE_SHAPE, each.resource) : each.resource,
      });
    }
    return { resources: resourcesIn(page, request) };
  }

  /** @throws {InvalidCursorError} if no page came with this cursor */
  async #templatePage({ cursor }: ListResourceTemplatesParams, request: Request): Promise<ListResourceTemplatesResult> {
    request.step = 'list';
    this.#classes.isListed = true;
    const page = { after: cursor === undefined ? undefined : readCursor(cursor), minCount: this.#pageSize + 1 };
    const templatesOfSources = await request.decide(() =>
      this.#sources.flatMap((source) => source.templates(page, request)),
    );
    const found = new Map<string, ResourceTemplate>();
    for (const each of templatesOfSources) if (!found.has(each.uriTemplate)) found.set(each.uriTemplate, each);
    const templates = [...found.values()].toSorted((one, other) => (one.uriTemplate < other.uriTemplate ? -1 : 1));
    const resourceTemplates = forClient(templates.slice(0, this.#pageSize), request.client);
    const last = resourceTemplates.at(-1);
    const isLast = templates.length <= this.#pageSize || last === undefined;
    return isLast ? { resourceTemplates } : { resourceTemplates, nextCursor: cursorAfter(last.uriTemplate) };
  }
}

function resourcesIn(page: readonly PagedResource[], { client }: Request): Resource[] {
  return forClient(
    page.map(({ resource }) => resource),
    client,
  );
}

function forClient<T extends object>(value: T, client: Client | undefined): T {
  return client === undefined ? value : forRevision(value, client.revision);
}
