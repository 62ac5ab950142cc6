import { callOf, type RequestContext } from '../api/context.js';
import type { Resource } from '../protocol.js';
import type { ResourceReader } from './resource-reader.js';

interface MergeOptions {
  /** Only resources after this URI. */
  readonly after: string | undefined;
  readonly context: RequestContext;
}

/** The next resource of one reader. */
interface Head {
  readonly resource: Resource;
  readonly rest: AsyncIterator<Resource>;
}

/** Merges the lists of several readers, in URI order. Of two resources with the same URI, the first reader's wins. */
export async function* mergedList(readers: readonly ResourceReader[], options: MergeOptions): AsyncIterable<Resource> {
  const [only, ...others] = readers;
  if (only !== undefined && others.length === 0) return yield* listAfter(only, options);
  const lists = readers.map((reader) => listAfter(reader, options));
  try {
    let heads = await Promise.all(lists.map(nextOf));
    for (let first = firstOf(heads); first !== undefined; first = firstOf(heads)) {
      const { uri } = first.resource;
      yield first.resource;
      heads = await Promise.all(heads.map((head) => (head?.resource.uri === uri ? nextOf(head.rest) : head)));
    }
  } finally {
    await Promise.all(lists.map((list) => list.return?.(undefined)));
  }
}

/** Leaves out what the client already has, so that the pages end even if a reader ignores `after`. */
async function* listAfter(reader: ResourceReader, { after, context }: MergeOptions): AsyncGenerator<Resource, void> {
  for await (const resource of reader.list({ ...callOf(context), after })) {
    if (after === undefined || !(resource.uri <= after)) yield resource;
  }
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
