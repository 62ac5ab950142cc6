import type { Client } from '../api/context.js';
import { cursorAfter, readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import { verdictOf, Visibility } from '../definition/visibility.js';
import type { Operation } from '../engine/engine.js';
import { NotFoundError, type RequestError } from '../errors.js';
import { checkedAnswer, LIST_RESOURCES, LIST_TEMPLATES } from '../output/answer-shapes.js';
import { RESOURCE as RESOURCE_SHAPE } from '../output/content-shapes.js';
import { forRevision } from '../output/degradation.js';
import {
  type ListResourcesParams,
  type ListResourcesResult,
  type ListResourceTemplatesParams,
  type ListResourceTemplatesResult,
  type Resource,
} from '../protocol.js';
import type { DefinitionSource, Request, Target, RuntimeServices } from '../request/request.js';
import { ClassIndex, type NamedResources } from './class-index.js';
import { shaped } from './contents-check.js';
import { watchList } from './list-watch.js';
import { addressOf, readerOf, RESOURCE } from './resource-kind.js';
import { ResourceLists, mergedList, templatesAfter } from './resource-lists.js';
import type { ResourceReader } from './resource-reader.js';

/** A URI may contain confidential data: a class is named instead. */
function subjectOf(_uri: string | undefined, definition?: Definition): string {
  return definition === undefined || definition.instance !== undefined
    ? 'A resource'
    : RESOURCE.subjectOf(definition.name);
}

const errorFor = (error: RequestError, client: Client | undefined) => RESOURCE.errorFor?.(error, client) ?? error;

/** The resources that clients may list and read: those of classes, then those of readers. */
export class ServedResources<Classes extends NamedResources = NamedResources> implements DefinitionSource {
  readonly classes: Classes;
  /** The definitions of readers, in look-up order. */
  readonly readers: readonly Definition[];
  /** Whether a page has been sent. */
  isListed = false;
  /** Answers `resources/list`. */
  readonly list: Operation<ListResourcesParams, ListResourcesResult>;
  /** Answers `resources/templates/list`. */
  readonly templates: Operation<ListResourceTemplatesParams, ListResourceTemplatesResult>;
  readonly #index: ClassIndex;
  readonly #lists: ResourceLists;
  readonly #pageSize: number;

  constructor(classes: Classes, readers: readonly Definition[], pageSize: number) {
    this.classes = classes;
    this.readers = readers;
    this.#index = new ClassIndex(classes);
    this.#lists = new ResourceLists(this.#index);
    this.#pageSize = pageSize;
    this.list = {
      method: RESOURCE.methods.list,
      answer: (params, request) => this.#page(params, request),
      recheck: (answer) => checkedAnswer(LIST_RESOURCES, answer),
    };
    this.templates = {
      method: 'resources/templates/list',
      answer: (params, request) => this.#templatePage(params, request),
      recheck: (answer) => checkedAnswer(LIST_TEMPLATES, answer),
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
    const classes = this.#index.definitions.filter((each) => addressOf(each).isListWatched);
    const ends = [...this.readers, ...classes].map((each) => watchList(each, changed, services));
    return () => {
      for (const end of ends) end();
    };
  }

  /** The target of a request for one resource. */
  target(uri: unknown, source: DefinitionSource = this): Target {
    return { kind: RESOURCE.name, name: uri, source, subjectOf, errorFor };
  }

  /** The target of a completion request for a template. */
  templateTarget(template: unknown): Target {
    const source: DefinitionSource = {
      find: (asked, request) =>
        this.#index.findTemplate(asked, request) ??
        this.#visibleReaders(request).find((each) => serves(readerOf(each), asked)),
      unknown: (asked) => this.unknown(asked),
    };
    return { kind: RESOURCE.name, name: template, source, subjectOf: () => 'The completion' };
  }

  /** The class, or else the first reader, that answers for the URI, of those that the caller may see. */
  find(uri: string, request: Request): Definition | undefined {
    return (
      this.#index.find(uri, request) ??
      this.#visibleReaders(request).find((each) => accepts(readerOf(each), uri, request))
    );
  }

  isChosen(): boolean {
    return this.classes.chosenNames.length > 0;
  }

  unknown(uri: string | undefined): NotFoundError {
    return new NotFoundError('resource', uri);
  }

  /** The definitions that answer instead of one that was found before: a class may be mounted anew. */
  counterparts({ instance, type, name }: Definition): readonly Definition[] {
    if (instance !== undefined) return this.readers.filter((each) => each.instance === instance);
    return this.classes.versions(name).filter((each) => each.type === type);
  }

  get isOffered(): boolean {
    return this.readers.length > 0 || this.#index.definitions.length > 0;
  }

  /** Whether clients may subscribe to resources: some resources cannot report changes. */
  get canSubscribe(): boolean {
    const isWatched = this.#index.definitions.some((each) => addressOf(each).isWatched);
    return isWatched || this.readers.some((each) => readerOf(each).watch !== undefined);
  }

  /** @throws {InvalidCursorError} if no page came with this cursor */
  async #page(params: ListResourcesParams, request: Request): Promise<ListResourcesResult> {
    request.step = 'list';
    this.isListed = true;
    const after = params.cursor === undefined ? undefined : readCursor(params.cursor);
    const resources: Resource[] = [];
    const part = { after, most: this.#pageSize + 1 };
    const sources = await request.decided(() => this.#lists.of(part, this.#visibleReaders(request), request));
    const isAlone = sources.length === 1;
    for await (const resource of mergedList(sources, request)) {
      const last = resources.at(-1);
      if (last !== undefined && resources.length >= this.#pageSize)
        return { resources, nextCursor: cursorAfter(last.uri) };
      resources.push(fit(isAlone ? shaped(RESOURCE_SHAPE, resource) : resource, request.client));
    }
    return { resources };
  }

  /** @throws {InvalidCursorError} if no page came with this cursor */
  async #templatePage(params: ListResourceTemplatesParams, request: Request): Promise<ListResourceTemplatesResult> {
    request.step = 'list';
    this.isListed = true;
    const after = params.cursor === undefined ? undefined : readCursor(params.cursor);
    const readers = this.#visibleReaders(request).map(readerOf);
    const part = { after, most: this.#pageSize + 1, classes: this.#index, readers };
    const found = await request.decided(() => templatesAfter(part, request));
    const resourceTemplates = found.slice(0, this.#pageSize).map((each) => fit(each, request.client));
    const last = resourceTemplates.at(-1);
    const isLast = found.length <= this.#pageSize || last === undefined;
    return isLast ? { resourceTemplates } : { resourceTemplates, nextCursor: cursorAfter(last.uriTemplate) };
  }

  #visibleReaders(request: Request): readonly Definition[] {
    return this.readers.filter(({ visibility }) => request.allows(visibility));
  }
}

/** Whether a reader answers for a URI; not if its `accepts` fails. */
function accepts(reader: ResourceReader, uri: string, { log }: Request): boolean {
  try {
    return verdictOf('accepts', reader.accepts(uri));
  } catch (error) {
    log.reportOnce(reader, `was not looked for in ${reader.constructor.name}, whose accepts(uri) failed`, error);
    return false;
  }
}

function serves({ templates }: ResourceReader, template: string): boolean {
  return templates.some(({ uriTemplate }) => uriTemplate === template);
}

function fit<T extends object>(value: T, client: Client | undefined): T {
  return client === undefined ? value : forRevision(value, client.revision);
}
