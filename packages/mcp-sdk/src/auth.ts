import type { Auth } from '@cuecard/core';
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';

// Not in `extra`, where a token's claims are: nobody who writes those can put an identity of ours there.
const carried = new WeakMap<AuthInfo, Auth>();

/** Makes an identity travel with its request through the SDK's transport. */
export function toAuthInfo(auth: Auth): AuthInfo {
  const info = { token: '', clientId: auth.principal, scopes: [...auth.scopes] };
  carried.set(info, auth);
  return info;
}

/** What the SDK knows of whoever asks, but for the token. */
export function authOf(info: AuthInfo): Auth {
  return carried.get(info) ?? { principal: principalOf(info), scopes: info.scopes, claims: info.extra };
}

/** The person, where a claim says who that is; the client otherwise. */
function principalOf({ clientId, extra }: AuthInfo): string {
  const subject = extra?.['sub'];
  return typeof subject === 'string' && subject !== '' ? subject : clientId;
}
