import { RequestError } from '../errors.js';

/**
 * The URI of a resource as a client sent it.
 * @throws {RequestError} if it is not a string
 */
export function namedUri(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  throw new RequestError('A resource must be named by a URI', { code: -32602 });
}
