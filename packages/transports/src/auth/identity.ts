import type { Refusal } from '../jsonrpc/refusal.js';

/** On whose behalf a request is made, after somebody has verified it. */
export interface Identity {
  /** Who it is, the same in every request. */
  readonly principal: string;
  readonly scopes: readonly string[];
  /** What else has been verified. */
  readonly claims?: object | undefined;
  /**
   * Until when that holds, in seconds since 1970, like the `exp` of a token (RFC 7519, section 4.1.4): from then on requests
   * are refused with 401, and streams end that were opened with it. No leeway is added for clocks that differ.
   * @default for as long as whoever verifies gives it
   */
  readonly expiresAt?: number | undefined;
}

/** What verifies gives: nothing for nobody. */
export type MaybeIdentity = Identity | undefined | Promise<Identity | undefined>;

/** Who asks, or the refusal to answer with when that is nobody. */
export type Asker = { readonly identity: Identity | undefined } | { readonly refusal: Refusal };
