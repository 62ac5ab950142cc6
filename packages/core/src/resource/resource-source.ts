import { isObject } from '../text/option-kinds.js';
import { copyCallOptions } from '../api/context.js';
import type { Definition } from '../definition/definition.js';
import { groupBy } from '../definition/definition-options.js';
import { requireBoolean } from '../definition/visibility.js';
import { callMethod } from '../engine/engine.js';
import { InvalidArgumentsError } from '../errors.js';
import { OutputFault } from '../output/output.js';
import { RESOURCE_TEMPLATE } from '../output/shapes.js';
import type { ListEntry, Resource, ResourceTemplate } from '../protocol.js';
import type { Request } from '../request/request.js';
import { lowerBound } from '../text/nearest.js';
import type { Awaitable } from '../types.js';
import { validateValue } from './contents-check.js';
import { displayNameOf } from './resource-address.js';
import type { ResourceReader } from './resource-reader.js';
import { addressOf, type ListPosition, readerOf, type ResourceInstance, type ResourceInstances } from './resource.js';
import { TemplateTree } from './template-tree.js';

/** A source of resources: all classes, or one reader. */
export interface ResourceSource {
  /** Returns the definition for a URI, if the caller may see it. */
  find(uri: string, request: Request): Definition | undefined;
  /** Returns the definition with a template, if the caller may see it. */
  findTemplate(template: string, request: Request): Definition | undefined;
  /**
   * Returns the templates that the caller may see, after `page.after` and in code unit order: at least `minCount`, if
   * there are that many.
   */
  templates(page: PageRange, request: Request): readonly ResourceTemplate[];
  /**
   * Returns the lists that the caller may use, in order of their sort keys. The list of fixed URIs contains only one
   * page.
   */
  lists(page: PageRange, request: Request): readonly ResourceList[];
}

/** The part of a sorted list that a page needs. */
export interface PageRange {
  readonly after: string | undefined;
  readonly minCount: number;
}

/** One of the lists that make up `resources/list`. */
export interface ResourceList {
  /**
   * Determines the order of the lists: `''` for fixed URIs, a template for a class, `undefined` for a reader. Readers
   * come last.
   */
  readonly sortKey: string | undefined;
  /** The definition of all resources in the list; `undefined` if each resource has its own definition. */
  readonly definition: Definition | undefined;
  /** Returns the resources after a URI, in the order of the list. */
  after(uri: string | undefined): AsyncIterable<Resource> | Iterable<Resource>;
}

export interface NamedResources {
  readonly names: readonly string[];
  /** The names with several versions, among which selectors choose. */
  readonly selectableNames: readonly string[];
  /** Whether a client has listed the resources. */
  isListed: boolean;
  versions(name: string): readonly Definition[];
  /** Returns the version of a name that the caller gets, if the caller may see one. */
  find(name: string, request: Request): Definition | undefined;
}

export function definitionsOf(named: NamedResources): readonly Definition[] {
  return named.names.flatMap((name) => named.versions(name));
}

export function hasFixedUri(definition: Definition): boolean {
  return addressOf(definition).template.isFixed;
}

export class ClassResources implements ResourceSource {
  readonly #classes: NamedResources;
  readonly #fixed: DefinitionsByUri;
  readonly #templates: DefinitionsByUri;
  readonly #tree: TemplateTree;
  /** The definitions with a template and a method `list`, sorted by template. */
  readonly #listable: readonly Definition[];

  constructor(named: NamedResources) {
    this.#classes = named;
    const definitions = definitionsOf(named);
    const templates = definitions.filter((each) => !hasFixedUri(each));
    this.#fixed = new DefinitionsByUri(definitions.filter(hasFixedUri));
    this.#templates = new DefinitionsByUri(templates);
    this.#tree = new TemplateTree(templates);
    this.#listable = templates.filter((each) => addressOf(each).methods.includes('list')).toSorted(compareTemplates);
  }

  /** Returns the definition for a URI. Fixed URIs take precedence over templates. */
  find(uri: string, request: Request): Definition | undefined {
    const isVisible = this.#visibleTo(request);
    return this.#fixed.at(uri).find(isVisible) ?? this.#tree.match(uri).find(isVisible);
  }

  findTemplate(template: string, request: Request): Definition | undefined {
    return this.#templates.at(template).find(this.#visibleTo(request));
  }

  templates(page: PageRange, request: Request): readonly ResourceTemplate[] {
    return this.#templates.entries(page, this.#visibleTo(request)) as ResourceTemplate[];
  }

  lists(page: PageRange, request: Request): readonly ResourceList[] {
    const isVisible = this.#visibleTo(request);
    const listable = this.#listable.filter((each) => isVisible(each) && mayList(each, request));
    const lists = listable.map((definition) => ({
      sortKey: addressOf(definition).template.text,
      definition,
      after: (uri: string | undefined) => listInstances(definition, uri, request),
    }));
    if (this.#fixed.isEmpty) return lists;
    const entries = this.#fixed.entries(page, isVisible) as Resource[];
    return [{ sortKey: '', definition: undefined, after: () => entries }, ...lists];
  }

  /**
   * Returns a predicate that accepts only definitions that the caller may see and that are the chosen version of their
   * name.
   */
  #visibleTo(request: Request): (definition: Definition) => boolean {
    return (definition) => this.#classes.find(definition.name, request) === definition;
  }
}

export class ReaderResources implements ResourceSource {
  readonly #definition: Definition;
  readonly #reader: ResourceReader;

  constructor(definition: Definition) {
    this.#definition = definition;
    this.#reader = readerOf(definition);
  }

  find(uri: string, request: Request): Definition | undefined {
    return this.#isVisible(request) && this.#accepts(uri, request) ? this.#definition : undefined;
  }

  findTemplate(template: string, request: Request): Definition | undefined {
    const isOwn = () => this.#reader.templates.some(({ uriTemplate }) => uriTemplate === template);
    return this.#isVisible(request) && isOwn() ? this.#definition : undefined;
  }

  templates({ after }: PageRange, request: Request): readonly ResourceTemplate[] {
    if (!this.#isVisible(request)) return [];
    const templates = this.#reader.templates.map((each) => validateValue(RESOURCE_TEMPLATE, each));
    return templates.filter(({ uriTemplate }) => after === undefined || uriTemplate > after);
  }

  lists(_page: PageRange, request: Request): readonly ResourceList[] {
    if (!this.#isVisible(request) || !mayList(this.#definition, request)) return [];
    const after = (uri: string | undefined) => this.#reader.list({ ...copyCallOptions(request.context), after: uri });
    return [{ sortKey: undefined, definition: this.#definition, after }];
  }

  #isVisible(request: Request): boolean {
    return request.isVisible(this.#definition.visibility);
  }

  /** Whether the reader accepts a URI; `false` if its `accepts` throws. */
  #accepts(uri: string, request: Request): boolean {
    const reader = this.#reader;
    try {
      return requireBoolean('accepts', reader.accepts(uri));
    } catch (error) {
      request.reportOnce(
        reader,
        `was not looked up in ${reader.constructor.name}, because its accepts(uri) failed`,
        error,
      );
      return false;
    }
  }
}

function compareTemplates(a: Definition, b: Definition): number {
  return addressOf(a).template.text < addressOf(b).template.text ? -1 : 1;
}

/** Whether the caller has the scopes to use a definition that the caller may see. */
function mayList({ visibility }: Definition, { context }: Request): boolean {
  return visibility?.permits(context) !== false;
}

/** Definitions by URI or template. Several versions of a name may have the same URI or template. */
class DefinitionsByUri {
  readonly #byText: ReadonlyMap<string, readonly Definition[]>;
  readonly #sorted: readonly string[];

  constructor(definitions: readonly Definition[]) {
    this.#byText = groupBy(definitions, (each) => addressOf(each).template.text);
    this.#sorted = [...this.#byText.keys()].toSorted();
  }

  at(text: string): readonly Definition[] {
    return this.#byText.get(text) ?? [];
  }

  get isEmpty(): boolean {
    return this.#sorted.length === 0;
  }

  entries({ after, minCount }: PageRange, isVisible: (definition: Definition) => boolean): ListEntry[] {
    const entries: ListEntry[] = [];
    let index = after === undefined ? 0 : lowerBound(this.#sorted, `${after}\0`);
    for (; index < this.#sorted.length && entries.length < minCount; index += 1) {
      const definition = this.at(this.#sorted[index] as string).find(isVisible);
      if (definition !== undefined) entries.push(definition.entry);
    }
    return entries;
  }
}

/** Yields the resources that a class lists after a URI. */
async function* listInstances(
  definition: Definition,
  after: string | undefined,
  request: Request,
): AsyncGenerator<Resource, void> {
  const { type } = definition;
  const start = after === undefined ? undefined : await listStart(after, definition, request);
  const bind = () => [start, request.context];
  const output = (await callMethod({ definition, method: 'list', bind, step: 'list' }, request)) as ResourceInstances;
  const toEntry = (each: ResourceInstance) => createResource(each, definition);
  if (Array.isArray(output)) {
    if (output.length > MAX_INSTANCES)
      throw new OutputFault(
        `contains more than ${MAX_INSTANCES} resources in an array of ${type.name}: ${USE_ITERABLE}`,
      );
    const entries = output.map(toEntry).filter(({ uri }) => uri > (after ?? ''));
    yield* entries.toSorted((a, b) => (a.uri < b.uri ? -1 : Number(a.uri > b.uri)));
  } else if (isIterable(output)) for await (const each of output) yield toEntry(each);
  else
    throw new OutputFault(
      `could not be created, because list() of ${type.name} returned neither an array nor an async iterable`,
    );
}

/** The maximum length of an array of instances. An iterable needs no maximum, because it is read page by page. */
const MAX_INSTANCES = 100_000;

const USE_ITERABLE = 'return an async iterable from list()';

function isIterable(output: ResourceInstances | undefined): output is AsyncIterable<ResourceInstance> {
  return Object(output)[Symbol.asyncIterator] !== undefined || Object(output)[Symbol.iterator] !== undefined;
}

/**
 * Returns the position at which the list continues; `undefined` for a forged cursor, with a URI of a different class or
 * with arguments that break a rule.
 */
async function listStart(uri: string, definition: Definition, request: Request): Promise<ListPosition | undefined> {
  if (addressOf(definition).template.match(uri) === undefined) return undefined;
  try {
    return { uri, args: await argumentsAt(uri, definition, request) };
  } catch (error) {
    if (error instanceof InvalidArgumentsError) return undefined;
    throw error;
  }
}

/** Binds the arguments that a resource class's URI contains. */
export function argumentsAt(uri: string, definition: Definition, request: Request): Awaitable<object> {
  const { name, arguments: plan } = definition;
  return request.waitFor(plan.bind(addressOf(definition).argumentsIn(uri), request.binding(name, 'text')));
}

/** @throws {OutputFault} if the arguments of a resource do not expand to a URI of the template */
function createResource(instance: ResourceInstance, definition: Definition): Resource {
  const address = addressOf(definition);
  const { args, ...metadata }: Partial<ResourceInstance> = isObject(instance) ? instance : {};
  const uri = isObject(args) ? address.uriOf(args) : '';
  if (address.template.match(uri) === undefined)
    throw new OutputFault(`contains a resource of ${definition.type.name} without \`args\` for its URI`);
  const { mimeType } = address.metadata;
  return { name: displayNameOf(uri), ...(mimeType !== undefined && { mimeType }), ...metadata, uri } as Resource;
}
