import type { Resource } from '../protocol.js';
import type { Request } from '../request/request.js';

/** The next resource of one reader. */
interface Head {
  readonly resource: Resource;
  readonly rest: AsyncIterator<Resource>;
}

/** Merges the lists of several readers, in URI order. Of two resources with the same URI, the first reader's wins. */
export async function* mergedList(
  lists: readonly AsyncGenerator<Resource, void>[],
  { context }: Request,
): AsyncIterable<Resource> {
  const [only, ...others] = lists;
  if (only !== undefined && others.length === 0) return yield* only;
  // Not when this list ends: it may wait for a reader that hangs.
  context.defer(async () => void (await Promise.all(lists.map((list) => list.return()))));
  let heads = await Promise.all(lists.map(nextOf));
  for (let first = firstOf(heads); first !== undefined; first = firstOf(heads)) {
    const { uri } = first.resource;
    yield first.resource;
    heads = await Promise.all(heads.map((head) => (head?.resource.uri === uri ? nextOf(head.rest) : head)));
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
