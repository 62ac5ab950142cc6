import type { Client } from '../api/context.js';
import { cursorAfter, readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import { Visibility } from '../definition/visibility.js';
import type { Operation } from '../engine/engine.js';
import { NotFoundError } from '../errors.js';
import { checkedAnswer, LIST_RESOURCES, LIST_TEMPLATES } from '../output/answer-shapes.js';
import { RESOURCE as RESOURCE_SHAPE } from '../output/content-shapes.js';
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
import { errorFor, RESOURCE } from './resource-kind.js';
import { cursorAt, type PagedResource, positionIn, resourcesOf } from './resource-pages.js';
import type { EndWatch, ResourceSource, WatchedResource } from './resource-source.js';

/** The subject of log messages. It names the class instead of the URI, which may contain confidential data. */
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
      recheck: (answer) => checkedAnswer(LIST_RESOURCES, answer),
    };
    this.templates = {
      method: 'resources/templates/list',
      answer: (params, request) => this.#templatePage(params, request),
      recheck: (answer) => checkedAnswer(LIST_TEMPLATES, answer),
    };
  }

  /** Whether both have the same readers, visible to the same callers. Does not compare what the readers list. */
  static haveSameReaders(a: ServedResources, b: ServedResources): boolean {
    if (a.readers.length !== b.readers.length) return false;
    return a.readers.every(({ instance, visibility }, index) => {
      const counterpart = b.readers[index];
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

  /** The class for the URI, otherwise the first reader that accepts it, among those that the caller may see. */
  find(uri: string, request: Request): Definition | undefined {
    return this.#first((each) => each.find(uri, request));
  }

  #first(find: (source: ResourceSource) => Definition | undefined): Definition | undefined {
    for (const source of this.#sources) {
      const byText = find(source);
      if (byText !== undefined) return byText;
    }
    return undefined;
  }

  /** Watches a resource of a definition that was found. */
  watch(watched: WatchedResource, request: Request): Awaitable<EndWatch> {
    const { definition } = watched;
    return this.#sources.find((source) => source.counterparts(definition).length > 0)?.watch(watched, request);
  }

  isChosen(): boolean {
    return this.#classes.selectableNames.length > 0;
  }

  unknown(uri: string | undefined): NotFoundError {
    return new NotFoundError('resource', uri);
  }

  /** The current definitions with the class and name, or with the reader, of a definition found earlier. */
  counterparts(definition: Definition): readonly Definition[] {
    return this.#sources.flatMap((source) => source.counterparts(definition));
  }

  get isOffered(): boolean {
    return this.readers.length > 0 || this.#classes.names.length > 0;
  }

  /** Whether any class or reader can report changes of its resources, so that clients may subscribe. */
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
    for await (const each of resourcesOf(lists, { start, definitionFor: answering }, request)) {
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
    const byText = new Map<string, ResourceTemplate>();
    for (const each of templatesOfSources) if (!byText.has(each.uriTemplate)) byText.set(each.uriTemplate, each);
    const templates = [...byText.values()].toSorted((a, b) => (a.uriTemplate < b.uriTemplate ? -1 : 1));
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
