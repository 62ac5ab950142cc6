import type { Identity } from './identity.js';

/** The official SDKs pass the identity of a caller along as `AuthInfo`. */
export interface AuthInfo {
  readonly clientId: string;
  readonly scopes: string[];
  readonly extra?: Record<string, unknown>;
}

/** Returns the caller that an SDK has authenticated, without the token. */
export function identityIn(info: AuthInfo | undefined): Identity | undefined {
  return info && { principal: principalOf(info), scopes: info.scopes, claims: info.extra };
}

/** The user, if a claim names one; otherwise the client. */
function principalOf({ clientId, extra }: AuthInfo): string {
  const subject = extra?.['sub'];
  return typeof subject === 'string' && subject !== '' ? subject : clientId;
}
