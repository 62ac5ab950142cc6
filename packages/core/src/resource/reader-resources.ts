import { callOf } from '../api/context.js';
import type { Definition } from '../definition/definition.js';
import { verdictOf } from '../definition/visibility.js';
import { RESOURCE_TEMPLATE } from '../output/content-shapes.js';
import type { ResourceTemplate } from '../protocol.js';
import type { Request, RuntimeServices } from '../request/request.js';
import type { Awaitable } from '../types.js';
import { mayUse } from './class-resources.js';
import { fromApplication } from './contents-check.js';
import { readerOf } from './resource-kind.js';
import type { ResourceReader } from './resource-reader.js';
import {
  type EndWatch,
  type Page,
  type ResourceList,
  type ResourceSource,
  watchList,
  type WatchedResource,
} from './resource-source.js';

export class ReaderResources implements ResourceSource {
  readonly definition: Definition;
  readonly #reader: ResourceReader;

  constructor(definition: Definition) {
    this.definition = definition;
    this.#reader = readerOf(definition);
  }

  get canWatch(): boolean {
    return this.#reader.watch !== undefined;
  }

  find(uri: string, request: Request): Definition | undefined {
    return this.#isVisible(request) && this.#accepts(uri, request) ? this.definition : undefined;
  }

  findTemplate(template: string, request: Request): Definition | undefined {
    const { definition } = this;
    return this.#isVisible(request) && this.#reader.templates.some(({ uriTemplate }) => uriTemplate === template)
      ? definition
      : undefined;
  }

  templates({ after }: Page, request: Request): readonly ResourceTemplate[] {
    if (!this.#isVisible(request)) return [];
    const templates = this.#reader.templates.map((each) => fromApplication(RESOURCE_TEMPLATE, each));
    return templates.filter(({ uriTemplate }) => after === undefined || uriTemplate > after);
  }

  lists(_page: Page, request: Request): readonly ResourceList[] {
    if (!this.#isVisible(request) || !mayUse(this.definition, request)) return [];
    const after = (uri: string | undefined) => this.#reader.list({ ...callOf(request.context), after: uri });
    return [{ place: undefined, definition: this.definition, after }];
  }

  watch({ uri, changed }: WatchedResource, request: Request): Awaitable<EndWatch> {
    request.step = 'call';
    return this.#reader.watch?.(uri, changed, request.context);
  }

  watchLists(changed: () => void, services: () => RuntimeServices): readonly (() => void)[] {
    return [watchList(this.definition.type.name, () => this.#reader.watchList?.(changed), services)];
  }

  counterparts({ instance }: Definition): readonly Definition[] {
    return instance === this.#reader ? [this.definition] : [];
  }

  #isVisible(request: Request): boolean {
    return request.allows(this.definition.visibility);
  }

  /** Whether the reader accepts a URI; `false` if its `accepts` throws. */
  #accepts(uri: string, request: Request): boolean {
    const reader = this.#reader;
    try {
      return verdictOf('accepts', reader.accepts(uri));
    } catch (error) {
      request.reportOnce(reader, `was not looked for in ${reader.constructor.name}, whose accepts(uri) failed`, error);
      return false;
    }
  }
}
