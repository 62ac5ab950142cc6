import { RequestError } from '../errors.js';

/**
 * What a client sent as the URI of a resource.
 * @throws {RequestError} when it is none
 */
export function namedUri(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  throw new RequestError('A resource must be named, with a URI', { code: -32602 });
}
