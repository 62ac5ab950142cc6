import { sectionOf } from '../troubleshooting.js';
import type { Definition } from '../definition/definition.js';
import { callOf } from '../api/context.js';
import type { Resource, ResourceTemplate } from '../protocol.js';
import type { Request } from '../request/request.js';
import type { ClassIndex } from './class-index.js';
import { instanceLister } from './instance-list.js';
import { addressOf, readerOf } from './resource-kind.js';
import type { ResourceReader } from './resource-reader.js';
import { type Lister, sourceList } from './source-list.js';
import { RESOURCE_TEMPLATE } from '../output/content-shapes.js';
import { shaped } from './contents-check.js';

/** The part of a list that a page needs. */
interface ListWindow {
  /** Only resources after this URI. */
  readonly after: string | undefined;
  /** How many resources are read at most. */
  readonly most: number;
}

/** The lists that `resources/list` is made of. */
export class ResourceLists {
  readonly #index: ClassIndex;

  constructor(index: ClassIndex) {
    this.#index = index;
  }

  /**
   * The lists of all that the caller may see. Methods that list are called only for callers who may use their class.
   * @param readers those that the caller may see
   */
  of({ after, most }: ListWindow, readers: readonly Definition[], request: Request): readonly ListSource[] {
    const index = this.#index;
    const fixed = first(most, index.fixedAfter(after, request));
    const mayUse = ({ visibility }: Definition) => visibility?.permits(request.context) !== false;
    const classes = index.lists.filter((each) => index.isVisible(each, request) && mayUse(each));
    const listers = [
      ...classes.map((each) => ({ from: addressOf(each).template.start, lister: instanceLister(each, request) })),
      ...readers.filter(mayUse).map((each) => ({ from: '', lister: readerLister(readerOf(each), request) })),
    ];
    const isAlone = listers.length === 1 && !index.hasFixed;
    const listed = listers.map(({ from, lister }) => {
      const disordered = () => warnOfDisorder(lister, request);
      return { from, open: () => sourceList(lister, { after, request, isAlone, disordered }) };
    });
    return index.hasFixed ? [{ from: '', open: () => entriesOf(fixed) }, ...listed] : listed;
  }
}

/** Warns once of a list that is out of order. */
function warnOfDisorder({ name }: Lister, { services }: Request): void {
  const problem = `${name} lists resources out of order, so pages leave some of them out`;
  const remedy = 'Yield them in the order of the code units of their URIs';
  services.monitor.warnOnce(`${problem}. ${remedy}. See ${sectionOf('resources-unordered')}`);
}

function readerLister(reader: ResourceReader, { context }: Request): Lister {
  const list = (after: string | undefined) => reader.list({ ...callOf(context), after });
  return { key: reader, name: reader.constructor.name, list };
}

async function* entriesOf(definitions: readonly Definition[]): AsyncGenerator<Resource, void> {
  for (const { entry } of definitions) yield entry as Resource; // An entry of a class with a fixed URI.
}

function first<T>(count: number, all: Iterable<T>): T[] {
  const found: T[] = [];
  for (const each of all) if (found.push(each) === count) break;
  return found;
}

/** A list of resources in URI order, which begins when it is opened. */
interface ListSource {
  /** What no URI of it comes before. */
  readonly from: string;
  open(): AsyncGenerator<Resource, void>;
}

/** The next resource of an opened list. */
interface Head {
  readonly resource: Resource;
  readonly rest: AsyncIterator<Resource>;
}

/**
 * Merges lists in URI order. Of two resources with the same URI, the first list's wins. A list is not opened before it
 * may have the next resource.
 */
export async function* mergedList(sources: readonly ListSource[], { context }: Request): AsyncIterable<Resource> {
  const [only, ...others] = sources;
  if (only !== undefined && others.length === 0) return yield* only.open();
  const opened: AsyncGenerator<Resource, void>[] = [];
  // Not when this list ends: it may wait for a reader that hangs.
  context.defer(async () => void (await Promise.all(opened.map((list) => list.return()))));
  const heads: (Head | undefined)[] = sources.map(() => undefined);
  const waiting = new Set(sources.keys());
  for (;;) {
    const next = firstOf(heads);
    const due = dueBefore(next?.resource.uri, sources, waiting);
    if (due.length > 0) {
      const lists = due.map((index) => (sources[index] as ListSource).open());
      opened.push(...lists);
      const opening = await Promise.all(lists.map(nextOf));
      for (const [at, index] of due.entries()) {
        waiting.delete(index);
        heads[index] = opening[at];
      }
    } else if (next === undefined) return;
    else {
      const { uri } = next.resource;
      yield next.resource;
      const same = [...heads.keys()].filter((index) => heads[index]?.resource.uri === uri);
      const following = await Promise.all(same.map((index) => nextOf((heads[index] as Head).rest)));
      for (const [at, index] of same.entries()) heads[index] = following[at];
    }
  }
}

/** The waiting lists that may have a resource up to this URI; without one, those that may have the first of all. */
function dueBefore(uri: string | undefined, sources: readonly ListSource[], waiting: ReadonlySet<number>): number[] {
  const from = (index: number) => (sources[index] as ListSource).from;
  const until = uri ?? [...waiting].map(from).toSorted()[0];
  return until === undefined ? [] : [...waiting].filter((index) => from(index) <= until);
}

async function nextOf(rest: AsyncIterator<Resource>): Promise<Head | undefined> {
  const { done, value } = await rest.next();
  return done === true ? undefined : { resource: value, rest };
}

function firstOf(heads: readonly (Head | undefined)[]): Head | undefined {
  return heads.reduce((least, head) => {
    if (least === undefined || head === undefined) return least ?? head;
    return head.resource.uri < least.resource.uri ? head : least;
  }, undefined);
}

interface TemplateListOptions {
  /** Only what comes after this template. */
  readonly after: string | undefined;
  /** How many templates are wanted. */
  readonly most: number;
  readonly classes: ClassIndex;
  /** The readers that the caller may see, in look-up order. */
  readonly readers: readonly ResourceReader[];
}

/** The next templates of classes and readers, in code unit order, each once. */
export function templatesAfter(options: TemplateListOptions, request: Request): ResourceTemplate[] {
  const { after, most, classes, readers } = options;
  const found = new Map<string, ResourceTemplate>();
  for (const { entry } of classes.templatesAfter(after, request)) {
    const template = entry as ResourceTemplate; // An entry of a class with a template.
    found.set(template.uriTemplate, template);
    if (found.size === most) break;
  }
  for (const given of readers.flatMap((reader) => reader.templates)) {
    const template = shaped(RESOURCE_TEMPLATE, given);
    const isNew = !found.has(template.uriTemplate) && (after === undefined || template.uriTemplate > after);
    if (isNew) found.set(template.uriTemplate, template);
  }
  return [...found.values()].toSorted((one, other) => (one.uriTemplate < other.uriTemplate ? -1 : 1)).slice(0, most);
}
