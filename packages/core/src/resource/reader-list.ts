import { callOf } from '../api/context.js';
import { RESOURCE } from '../output/content-shapes.js';
import { nextTurn } from '../pending.js';
import type { Resource } from '../protocol.js';
import type { Request } from '../request/request.js';
import { shaped } from './contents-check.js';
import { ENTRIES_A_TURN, type ResourceReader } from './resource-reader.js';

interface ReaderListOptions {
  /** Only what comes after this URI. */
  readonly after: string | undefined;
  readonly request: Request;
  /** Whether there is no other reader, whose list would fail with this one. */
  readonly isAlone: boolean;
  /** Called for each resource that comes after one with a greater URI. */
  readonly disordered: () => void;
}

/**
 * The list of one reader, until the request is over. A reader may ignore `after`: what the client has already is left
 * out, so that the pages come to an end. Of one that is not alone, what cannot be listed is logged, and left out.
 */
export async function* readerList(reader: ResourceReader, options: ReaderListOptions): AsyncGenerator<Resource, void> {
  const { after, request, isAlone, disordered } = options;
  const { context, signal } = request;
  let count = 0;
  let last = '';
  try {
    for await (const given of reader.list({ ...callOf(context), after })) {
      signal.throwIfAborted();
      count += 1;
      if (count % ENTRIES_A_TURN === 0) await nextTurn();
      const resource = listed(given, reader, options);
      if (resource === undefined) continue;
      if (resource.uri < last) disordered();
      last = resource.uri;
      yield resource;
    }
  } catch (error) {
    if (isAlone || signal.aborted) throw error;
    request.log.reportOnce(reader, `ends early for ${reader.constructor.name}, which failed`, error);
  }
}

function listed(
  given: Resource,
  reader: ResourceReader,
  { after, request, isAlone }: ReaderListOptions,
): Resource | undefined {
  if (after !== undefined && given?.uri <= after) return undefined;
  if (isAlone) return given;
  try {
    return shaped(RESOURCE, given);
  } catch (fault) {
    request.log.reportOnce(reader, `is without an entry of ${reader.constructor.name}`, fault);
    return undefined;
  }
}
