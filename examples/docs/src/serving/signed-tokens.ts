import { jwtVerifier } from '@cuecard/server/jwt';
import { serveHttp } from '@cuecard/server';
import { runtime } from './runtime.js';

export function serveWithSignedTokens(port: number, issuer: string) {
  const resource = `http://127.0.0.1:${port}/mcp`; // As clients write it; elsewhere it has to be https.
  const verify = jwtVerifier({ issuer, audience: resource, jwks: new URL('/jwks', issuer) });
  return serveHttp(runtime, {
    name: 'greetings',
    version: '1.0.0',
    port,
    bearer: { verify, resource, authorizationServers: [issuer], scopes: ['prompts:read'] },
  });
}
