import { serveHttp, VerificationUnavailableError } from '@cuecard/server';
import { runtime } from './runtime.js';

interface Introspected {
  readonly active: boolean;
  readonly sub?: string;
  readonly aud?: string;
  readonly scope?: string;
  readonly exp?: number;
}

/** Verifies tokens by asking who has given them out (RFC 7662). */
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
