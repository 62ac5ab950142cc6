import { serveHttp, VerificationUnavailableError } from '@cuecard/server';
import { jwtVerifier } from '@cuecard/server/jwt';
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

/** Verifies tokens of applications, whose principal is the `client_id`. */
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

interface Introspected {
  readonly active: boolean;
  readonly sub?: string;
  readonly aud?: string;
  readonly scope?: string;
  readonly exp?: number;
}

/** Verifies tokens by asking their issuer (RFC 7662). */
function introspect(endpoint: URL, audience: string) {
  return async (token: string) => {
    const body = new URLSearchParams({ token });
    const request = { method: 'POST', body, signal: AbortSignal.timeout(5_000) };
    const answer = await fetch(endpoint, request).catch(() => undefined);
    if (answer?.ok !== true) throw new VerificationUnavailableError({ retryAfterSeconds: 5 });
    const { active, sub = '', aud, scope = '', exp } = (await answer.json()) as Introspected;
    return active && aud === audience ? { principal: sub, scopes: scope.split(' '), expiresAt: exp } : undefined;
  };
}

export function serveWithIntrospection(port: number, issuer: string) {
  const resource = `http://127.0.0.1:${port}/mcp`;
  return serveHttp(runtime, {
    name: 'greetings',
    version: '1.0.0',
    port,
    bearer: {
      verify: introspect(new URL('/introspect', issuer), resource),
      resource,
      authorizationServers: [issuer],
      scopes: ['prompts:read'],
      scopesSupported: ['prompts:read', 'prompts:admin'],
      resourceName: 'Greetings',
      resourceDocumentation: 'https://docs.example.com/greetings',
    },
  });
}
