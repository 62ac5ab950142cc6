import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { RequestFault } from './api-routes.js';

/** Authenticates requests of developers: they have the token, and come from no page of another origin. */
export class Access {
  readonly token: string;
  readonly #digest: Buffer;

  /**
   * @param token by default 256 bits for one server
   * @throws {TypeError} for a token that is too short, or invalid in a URL fragment or a header
   */
  constructor(token = randomBytes(32).toString('base64url')) {
    if (!/^[\w-]{43,512}$/.test(token))
      throw new TypeError(
        'The token of a playground must contain at least 32 random bytes: randomBytes(32).toString("base64url")',
      );
    this.token = token;
    this.#digest = digestOf(token);
  }

  /** @throws {RequestFault} for a request without the token, or from another origin */
  check({ headers }: Pick<IncomingMessage, 'headers'>): void {
    const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
    if (token === undefined || !timingSafeEqual(digestOf(token), this.#digest)) {
      const message = 'The token is missing or invalid. Open the address that the server printed';
      throw new RequestFault(401, 'token', message, { 'www-authenticate': 'Bearer' });
    }
    if (isOwn(headers)) return;
    throw new RequestFault(403, 'origin', 'Only the page of this server may send this request');
  }
}

/** Digests have the same length, so every comparison takes the same time. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether the request comes from the same origin, or from no page. */
function isOwn({ host, origin, 'sec-fetch-site': site }: IncomingMessage['headers']): boolean {
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
}
