import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from '../jsonrpc/answer.js';
import type { IncomingMessage } from 'node:http';

/** A verified caller. */
export interface Identity {
  /** The identifier of the caller, the same in every request. */
  readonly principal: string;
  readonly scopes: readonly string[];
  /** Other verified claims. */
  readonly claims?: object | undefined;
  /**
   * The expiry, in seconds since 1970, like the `exp` of a token (RFC 7519, section 4.1.4). From that time on, requests
   * are rejected with 401, and open streams end. The server adds no tolerance for clock differences.
   * @default never: the identity is valid as long as the verification returns it
   */
  readonly expiresAt?: number | undefined;
}

/**
 * Whether a caller may receive messages meant for another caller, because it has all of that caller's scopes and the
 * same claims. A refreshed token has the same claims.
 */
export function hasRights(other: Rights | undefined, caller: Rights | undefined): boolean {
  if (other === undefined || other === caller) return true;
  if (!other.scopes.every((scope) => caller?.scopes.includes(scope))) return false;
  return isDeepStrictEqual(lastingClaims(other.claims), lastingClaims(caller?.claims));
}

type Rights = Pick<Identity, 'scopes' | 'claims'>;

/** The claims that differ between tokens of one caller (RFC 7519, section 4.1). */
const OF_TOKEN: ReadonlySet<string> = new Set(['exp', 'iat', 'jti', 'nbf']);

/**
 * Returns the claims without those that differ between a caller's tokens. Keeps a class instance such as a `Map` whole,
 * because its contents may not be properties.
 */
function lastingClaims(claims: object | undefined): object | undefined {
  if (claims === undefined || Object.getPrototypeOf(claims) !== Object.prototype) return claims;
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !OF_TOKEN.has(name)));
}

/** The result of a verification; `undefined` for an unknown caller. */
export type MaybeIdentity = Identity | undefined | Promise<Identity | undefined>;

/** The caller, or the refusal of the request. */
export type AuthenticationResult = { readonly identity: Identity | undefined } | { readonly refusal: Refusal };

/** The parts of an HTTP request that can identify its caller. */
export interface AuthenticationRequest {
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  readonly head: { readonly authorization: string | undefined };
  /** Node's request, if it came through Node. */
  readonly incoming: IncomingMessage | undefined;
  /** The request without its body, web-standard. */
  toRequest(): Request;
}

/** The identity of a caller, in the form that the official SDKs pass. */
export interface AuthInfo {
  readonly clientId: string;
  readonly scopes: string[];
  readonly extra?: Record<string, unknown>;
}

/** Returns the caller that an SDK has authenticated, without the token. */
export function identityIn(info: AuthInfo | undefined): Identity | undefined {
  return info && { principal: principalOf(info), scopes: info.scopes, claims: info.extra };
}

/** Returns the user if a claim names one, otherwise the client. */
function principalOf({ clientId, extra }: AuthInfo): string {
  const subject = extra?.['sub'];
  return typeof subject === 'string' && subject !== '' ? subject : clientId;
}
