import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from '../jsonrpc/refusal.js';

/** A verified caller. */
export interface Identity {
  /** The identifier of the caller, the same in every request. */
  readonly principal: string;
  readonly scopes: readonly string[];
  /** Other verified claims. */
  readonly claims?: object | undefined;
  /**
   * The expiry, in seconds since 1970, like the `exp` of a token (RFC 7519, section 4.1.4). From then on requests are
   * refused with 401, and streams opened with it end. No leeway is added for clock differences.
   * @default never: it is valid as long as the verification returns it
   */
  readonly expiresAt?: number | undefined;
}

/**
 * Whether a caller has all scopes of another, and the same claims, and thus may receive what was meant for that one. A
 * refreshed token has the same claims.
 */
export function hasRightsOf(other: Rights | undefined, caller: Rights | undefined): boolean {
  if (other === undefined || other === caller) return true;
  if (!other.scopes.every((scope) => caller?.scopes.includes(scope))) return false;
  return isDeepStrictEqual(lastingClaims(other.claims), lastingClaims(caller?.claims));
}

type Rights = Pick<Identity, 'scopes' | 'claims'>;

/** The claims that differ from token to token of one caller (RFC 7519, section 4.1). */
const OF_TOKEN: ReadonlySet<string> = new Set(['exp', 'iat', 'jti', 'nbf']);

/** An object of a class, such as a `Map`, may keep claims elsewhere than in its properties, and is compared as a whole. */
function lastingClaims(claims: object | undefined): object | undefined {
  if (claims === undefined || Object.getPrototypeOf(claims) !== Object.prototype) return claims;
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !OF_TOKEN.has(name)));
}

/** The result of a verification; nothing for an unknown caller. */
export type MaybeIdentity = Identity | undefined | Promise<Identity | undefined>;

/** The caller, or the refusal to answer with. */
export type Asker = { readonly identity: Identity | undefined } | { readonly refusal: Refusal };
