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

/** Whether a caller has all scopes of another, and thus may receive what was meant for that one. */
export function hasScopesOf(other: Identity | undefined, caller: Identity | undefined): boolean {
  return other === undefined || other.scopes.every((scope) => caller?.scopes.includes(scope));
}

/** The result of a verification; nothing for an unknown caller. */
export type MaybeIdentity = Identity | undefined | Promise<Identity | undefined>;

/** The caller, or the refusal to answer with. */
export type Asker = { readonly identity: Identity | undefined } | { readonly refusal: Refusal };
