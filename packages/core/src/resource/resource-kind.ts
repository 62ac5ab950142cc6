import type { Client } from '../api/context.js';
import type { Definition } from '../definition/definition.js';
import { instanceDefinition } from '../definition/compiled-definition.js';
import type { Kind } from '../definition/kind.js';
import { NotFoundError, RequestError } from '../errors.js';
import type { ReadResourceResult } from '../protocol.js';
import { ContentsCheck } from './contents-check.js';
import { hasMethods, OptionKind } from '../text/option-kinds.js';
import type { ResourceReader } from './resource-reader.js';

/** The code for a missing resource, up to 2025-11-25; since 2026-07-28 it must not be used (server/resources). */
const RESOURCE_NOT_FOUND = -32002;

export const RESOURCE: Kind<ReadResourceResult> = {
  name: 'resource',
  methods: { list: 'resources/list', call: 'resources/read' },
  handlerMethod: 'read',
  entryOf: (common) => common,
  subjectOf: () => 'A resource', // A URI may contain confidential data.
  call: (reader, _args, { asked = '', context }) => (reader as ResourceReader).read(asked, context),
  answers: (services) => new ContentsCheck(services),
  errorFor: (error, client) => (error instanceof NotFoundError ? notFoundFor(client, error) : error),
};

/** What a reader must be. It may come from another copy of this package. */
export const READER = new OptionKind('an instance of a class that extends ResourceReader', (given) => {
  return hasMethods(given, ['accepts', 'read', 'list', 'complete']);
});

/** The reader behind a definition. */
export function readerOf({ instance }: Definition): ResourceReader {
  return instance as ResourceReader; // Only `readerDefinition` creates them.
}

/** A reader as a definition: an instance that answers for many resources. */
export function readerDefinition(reader: ResourceReader): Definition {
  return instanceDefinition(RESOURCE, reader);
}

function notFoundFor(client: Client | undefined, error: NotFoundError): RequestError {
  if (error.kind !== 'resource' || error.requested === undefined) return error;
  if (client === undefined || client.revision >= '2026-07-28') return error;
  return new RequestError(error.message, { code: RESOURCE_NOT_FOUND, data: error.data, cause: error.cause });
}
