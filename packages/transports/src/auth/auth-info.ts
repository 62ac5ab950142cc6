import type { Identity } from './identity.js';

/** How the official SDKs carry on whose behalf a request is made. */
export interface AuthInfo {
  token: string;
  clientId: string;
  scopes: string[];
  extra?: Record<string, unknown>;
}

// Not in `extra`, where a token's claims are: nobody who writes those can put an identity of ours there.
const carried = new WeakMap<AuthInfo, Identity>();

/** Makes an identity travel with its request through an SDK's transport. */
export function toAuthInfo(identity: Identity): AuthInfo {
  const info = { token: '', clientId: identity.principal, scopes: [...identity.scopes] };
  carried.set(info, identity);
  return info;
}

/** What an SDK knows of whoever asks, but for the token. */
export function identityOf(info: AuthInfo): Identity {
  return carried.get(info) ?? { principal: principalOf(info), scopes: info.scopes, claims: info.extra };
}

/** The person, where a claim says who that is; the client otherwise. */
function principalOf({ clientId, extra }: AuthInfo): string {
  const subject = extra?.['sub'];
  return typeof subject === 'string' && subject !== '' ? subject : clientId;
}
