import type { Client } from '../api/context.js';
import type { Definition } from '../definition/definition.js';
import { cursorAfter, readCursor } from '../cursor.js';
import { InvalidCursorError, NotFoundError, type RequestError } from '../errors.js';
import type { Operation } from '../engine/operation.js';
import { checkedAnswer, LIST_RESOURCES, LIST_TEMPLATES } from '../output/answer-shapes.js';
import type { Logger } from '../logging/logger.js';
import { RESOURCE as RESOURCE_SHAPE, RESOURCE_TEMPLATE } from '../output/content-shapes.js';
import { verdictOf, Visibility } from '../definition/visibility.js';
import { forRevision } from '../output/degradation.js';
import {
  type CompleteParams,
  type CompleteResult,
  type ListResourcesParams,
  type ListResourcesResult,
  type ListResourceTemplatesParams,
  type ListResourceTemplatesResult,
  MAX_VALUES,
  type Resource,
} from '../protocol.js';
import type { DefinitionSource, Request, Target } from '../request/request.js';
import { shaped } from './contents-check.js';
import { mergedList } from './merged-list.js';
import { readerList } from './reader-list.js';
import { placeOf, prefixAt, readTypedVariable, valuesAt } from './resource-completion.js';
import { readerOf, RESOURCE } from './resource-kind.js';
import { watchList } from './list-watch.js';
import type { ResourceReader } from './resource-reader.js';

const errorFor = (error: RequestError, client: Client | undefined) => RESOURCE.errorFor?.(error, client) ?? error;

/** The resources that clients may list and read. Combines several readers. */
export class ServedReaders implements DefinitionSource {
  readonly definitions: readonly Definition[];
  /** Whether a page has been sent. */
  isListed = false;
  /** Answers `resources/list`. */
  readonly list: Operation<ListResourcesParams, ListResourcesResult>;
  /** Answers `resources/templates/list`. */
  readonly templates: Operation<ListResourceTemplatesParams, ListResourceTemplatesResult>;
  readonly #pageSize: number;
  readonly #disordered = new WeakSet<ResourceReader>();

  constructor(definitions: readonly Definition[], pageSize: number) {
    this.definitions = definitions;
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

  /** Whether callers see the same in both, as far as can be determined without listing them. */
  static areAlike(one: ServedReaders, other: ServedReaders): boolean {
    if (one.definitions.length !== other.definitions.length) return false;
    return one.definitions.every(({ instance, visibility }, index) => {
      const counterpart = other.definitions[index];
      return instance === counterpart?.instance && Visibility.isSame(visibility, counterpart?.visibility);
    });
  }

  /** Calls back when a reader reports a change of its list. Returns a function that ends the watch. */
  watchLists(changed: () => void, logger: () => Logger): () => void {
    const ends = this.definitions.map((each) => watchList(readerOf(each), changed, logger));
    return () => {
      for (const end of ends) end();
    };
  }

  /** The target of a request for one resource. */
  target(uri: unknown): Target {
    return { kind: RESOURCE.name, name: uri, source: this, subjectOf: () => RESOURCE.subjectOf(''), errorFor };
  }

  /** The target of a completion request for a template. */
  templateTarget(template: unknown): Target {
    const source: DefinitionSource = {
      find: (asked, request) => this.#visible(request).find((each) => serves(readerOf(each), asked)),
      unknown: (asked) => this.unknown(asked),
    };
    return { kind: RESOURCE.name, name: template, source, subjectOf: () => 'The completion' };
  }

  /** The first reader that accepts the URI, of those that the caller may see. */
  find(uri: string, request: Request): Definition | undefined {
    return this.#visible(request).find((each) => accepts(readerOf(each), uri, request));
  }

  unknown(uri: string | undefined): NotFoundError {
    return new NotFoundError('resource', uri);
  }

  get isOffered(): boolean {
    return this.definitions.length > 0;
  }

  /** Whether clients may subscribe to resources: some readers cannot detect changes. */
  get canSubscribe(): boolean {
    return this.definitions.some((each) => readerOf(each).watch !== undefined);
  }

  /** @throws {InvalidCursorError} if no page came with this cursor */
  async #page(params: ListResourcesParams, request: Request): Promise<ListResourcesResult> {
    request.step = 'list';
    this.isListed = true;
    const after = params.cursor === undefined ? undefined : readCursor(params.cursor);
    const resources: Resource[] = [];
    const readers = this.#readers(request);
    const isAlone = readers.length === 1;
    const listOf = (reader: ResourceReader) =>
      readerList(reader, { after, request, isAlone, disordered: () => this.#reportDisorder(reader, request) });
    for await (const resource of mergedList(readers.map(listOf), request)) {
      const last = resources.at(-1);
      if (last !== undefined && resources.length >= this.#pageSize)
        return { resources, nextCursor: cursorAfter(last.uri) };
      resources.push(fit(isAlone ? shaped(RESOURCE_SHAPE, resource) : resource, request.client));
    }
    return { resources };
  }

  /**
   * All templates, on one page.
   * @throws {InvalidCursorError} for any cursor
   */
  #templatePage(params: ListResourceTemplatesParams, request: Request): ListResourceTemplatesResult {
    request.step = 'list';
    if (params.cursor !== undefined) throw new InvalidCursorError();
    const templates = this.#readers(request).flatMap((reader) => reader.templates);
    const resourceTemplates = templates.map((each) => fit(shaped(RESOURCE_TEMPLATE, each), request.client));
    return { resourceTemplates };
  }

  /** Completes a variable of a template. Returns no values for a template that is not served. */
  async complete(params: CompleteParams, request: Request): Promise<CompleteResult> {
    const typed = readTypedVariable(params, request.services.limits);
    request.step = 'complete';
    const { definition } = request;
    const place = placeOf(typed);
    if (definition === undefined || place === undefined)
      return { completion: { values: [], total: 0, hasMore: false } };
    const uris = await readerOf(definition).complete(prefixAt(place, typed.value), request.context);
    return valuesAt(place, uris, MAX_VALUES);
  }

  /** Warns once of a reader that lists out of order. */
  #reportDisorder(reader: ResourceReader, { services }: Request): void {
    if (this.#disordered.has(reader)) return;
    this.#disordered.add(reader);
    const remedy = 'yield them in the order of the code units of their URIs';
    const { name } = reader.constructor;
    services.logger.warn(`${name} lists resources out of order, so pages leave some of them out: ${remedy}`);
  }

  #readers(request: Request): ResourceReader[] {
    return this.#visible(request).map(readerOf);
  }

  #visible(request: Request): readonly Definition[] {
    return this.definitions.filter(({ visibility }) => request.allows(visibility));
  }
}

/** Whether a reader answers for a URI; one that does not say so does not. */
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
