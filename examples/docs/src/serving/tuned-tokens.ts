import { jwtVerifier } from '@cuecard/server/jwt';
import { serveHttp } from '@cuecard/server';
import { runtime } from './runtime.js';

/** Takes tokens of applications, which the issuer knows by `client_id`. */
function verifierOf(issuer: string, resource: string) {
  return jwtVerifier({
    issuer,
    audience: [resource, 'greetings'],
    jwks: new URL('/jwks', issuer),
    algorithms: ['ES256'],
    clockToleranceSeconds: 30,
    maxTokenLength: 4_096,
    getPrincipal: ({ client_id: id }) => (typeof id === 'string' ? id : undefined),
    getScopes: ({ roles }) => (Array.isArray(roles) ? roles.map(String) : []),
    timeoutMs: 2_000,
    maxAgeMs: 60 * 60_000,
    cooldownMs: 10_000,
    maxKeySetBytes: 64 * 1024,
  });
}

export function serveToApplications(port: number, issuer: string) {
  const resource = `http://127.0.0.1:${port}/mcp`;
  const bearer = { verify: verifierOf(issuer, resource), resource, authorizationServers: [issuer] };
  return serveHttp(runtime, { name: 'greetings', version: '1.0.0', port, bearer });
}
