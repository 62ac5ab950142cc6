import { sectionOf } from '../troubleshooting.js';
import type { Definition } from '../definition/definition.js';
import { callOf } from '../api/context.js';
import type { Resource } from '../protocol.js';
import type { Request } from '../request/request.js';
import type { ClassIndex } from './class-index.js';
import { instanceLister } from './instance-list.js';
import type { ListSource } from './merged-list.js';
import { addressOf, readerOf } from './resource-kind.js';
import type { ResourceReader } from './resource-reader.js';
import { type Lister, sourceList } from './source-list.js';

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
  readonly #disordered = new WeakSet<object>();

  constructor(index: ClassIndex) {
    this.#index = index;
  }

  /**
   * The lists of all that the caller may see.
   * @param readers those that the caller may see
   */
  of({ after, most }: ListWindow, readers: readonly Definition[], request: Request): readonly ListSource[] {
    const index = this.#index;
    const fixed = first(most, index.fixedAfter(after, request));
    const classes = index.lists.filter((each) => index.isVisible(each, request));
    const listers = [
      ...classes.map((each) => ({ from: addressOf(each).template.start, lister: instanceLister(each, request) })),
      ...readers.map((each) => ({ from: '', lister: readerLister(readerOf(each), request) })),
    ];
    const isAlone = listers.length === 1 && !index.hasFixed;
    const listed = listers.map(({ from, lister }) => {
      const disordered = () => this.#reportDisorder(lister, request);
      return { from, open: () => sourceList(lister, { after, request, isAlone, disordered }) };
    });
    return index.hasFixed ? [{ from: '', open: () => entriesOf(fixed) }, ...listed] : listed;
  }

  /** Warns once of a list that is out of order. */
  #reportDisorder({ key, name }: Lister, { services }: Request): void {
    if (this.#disordered.has(key)) return;
    this.#disordered.add(key);
    const problem = `${name} lists resources out of order, so pages leave some of them out`;
    const remedy = 'Yield them in the order of the code units of their URIs';
    services.logger.warn(`${problem}. ${remedy}. See ${sectionOf('resources-unordered')}`);
  }
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
