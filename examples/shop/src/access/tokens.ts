import type { BearerOptions } from '@cuecard/server';
import { jwtVerifier } from '@cuecard/server/jwt';
import { scopesOf } from './roles.js';

/** Where issuers publish their keys. */
export const KEYS_PATH = '/.well-known/jwks.json';

/**
 * Lets in people with a token that the issuer has signed for this server. Its claim `role` says what they may do.
 * @param resource the URL of this server, as clients write it
 */
export function bearerOf(issuer: string, resource: string): BearerOptions {
  const jwks = new URL(KEYS_PATH, issuer);
  const verify = jwtVerifier({ issuer, audience: resource, jwks, getScopes: ({ role }) => scopesOf(role) });
  return { verify, resource, authorizationServers: [issuer] };
}
