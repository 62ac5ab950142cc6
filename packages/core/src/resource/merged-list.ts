import type { Resource } from '../protocol.js';
import type { Request } from '../request/request.js';

/** A list of resources in URI order, which begins when it is opened. */
export interface ListSource {
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
    const first = firstOf(heads);
    const due = dueBefore(first?.resource.uri, sources, waiting);
    if (due.length > 0) {
      const lists = due.map((index) => (sources[index] as ListSource).open());
      opened.push(...lists);
      const next = await Promise.all(lists.map(nextOf));
      for (const [at, index] of due.entries()) {
        waiting.delete(index);
        heads[index] = next[at];
      }
    } else if (first === undefined) return;
    else {
      const { uri } = first.resource;
      yield first.resource;
      const same = [...heads.keys()].filter((index) => heads[index]?.resource.uri === uri);
      const next = await Promise.all(same.map((index) => nextOf((heads[index] as Head).rest)));
      for (const [at, index] of same.entries()) heads[index] = next[at];
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
  return heads.reduce((first, head) => {
    if (first === undefined || head === undefined) return first ?? head;
    return head.resource.uri < first.resource.uri ? head : first;
  }, undefined);
}
