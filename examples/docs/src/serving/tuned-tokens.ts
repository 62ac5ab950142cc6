import { createServer } from 'node:http';
import { jwtVerifier } from '@cuecard/server/jwt';
import { createHandler } from '@cuecard/server';
import { runtime } from './runtime.js';
import { type Served, served } from './served.js';

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

/** Serves prompts at /mcp, and where clients look for it what they have to know. */
export function serveToApplications(port: number, issuer: string): Promise<Served> {
  const resource = `http://127.0.0.1:${port}/mcp`;
  const bearer = { verify: verifierOf(issuer, resource), resource, authorizationServers: [issuer] };
  const prompts = createHandler(runtime, { name: 'greetings', version: '1.0.0', bearer });
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (path === '/mcp' || path === '/.well-known/oauth-protected-resource/mcp') return prompts(request, response);
    return response.writeHead(404).end();
  });
  return served(server.listen(port, '127.0.0.1'), prompts);
}
