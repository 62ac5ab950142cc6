import { RESOURCE } from '../output/content-shapes.js';
import { nextTurn } from '../pending.js';
import type { Resource } from '../protocol.js';
import type { Request } from '../request/request.js';
import { shaped } from './contents-check.js';
import { ENTRIES_A_TURN } from './resource-reader.js';

/** A reader or a resource class, as far as its list goes. */
export interface Lister {
  /** The reader or the class itself: what it fails at is logged once. */
  readonly key: object;
  readonly name: string;
  /** The resources after a URI. Those before it may come, too. */
  list(after: string | undefined): AsyncIterable<Resource>;
}

interface SourceListOptions {
  /** Only what comes after this URI. */
  readonly after: string | undefined;
  readonly request: Request;
  /** Whether there is no other list, which would fail with this one. */
  readonly isAlone: boolean;
  /** Called for each resource that comes after one with a greater URI. */
  readonly disordered: () => void;
}

/**
 * One list, until the request is over. It may ignore `after`: what the client has already is left out, so that the pages
 * come to an end. Of one that is not alone, what cannot be listed is logged, and left out.
 */
export async function* sourceList(lister: Lister, options: SourceListOptions): AsyncGenerator<Resource, void> {
  const { after, request, isAlone, disordered } = options;
  const { signal } = request;
  let count = 0;
  let last = '';
  try {
    for await (const given of lister.list(after)) {
      signal.throwIfAborted();
      count += 1;
      if (count % ENTRIES_A_TURN === 0) await nextTurn();
      const resource = listed(given, lister, options);
      if (resource === undefined) continue;
      if (resource.uri < last) disordered();
      last = resource.uri;
      yield resource;
    }
  } catch (error) {
    if (isAlone || signal.aborted) throw error;
    request.log.reportOnce(lister.key, `ends early for ${lister.name}, which failed`, error);
  }
}

function listed(
  given: Resource,
  { key, name }: Lister,
  { after, request, isAlone }: SourceListOptions,
): Resource | undefined {
  if (after !== undefined && given?.uri <= after) return undefined;
  if (isAlone) return given;
  try {
    return shaped(RESOURCE, given);
  } catch (fault) {
    request.log.reportOnce(key, `is without an entry of ${name}`, fault);
    return undefined;
  }
}
