import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { isMetadataPath, ProtectedResource, type ProtectedResourceOptions } from '../build/auth/protected-resource.js';
import { endpointOf } from './support/endpoint-of.ts';

const minimal: ProtectedResourceOptions = {
  resource: 'https://prompts.example.com/mcp',
  authorizationServers: ['https://auth.example.com'],
};

const ask = (path: string, options: Partial<ProtectedResourceOptions> = {}, init: RequestInit = {}) =>
  endpointOf({ bearer: { verify: () => undefined, ...minimal, ...options } }).fetch(
    new Request(`http://localhost${path}`, init),
  );

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

test('Protected resource metadata is served without authentication', async () => {
  const answer = await ask(`${WELL_KNOWN}/mcp`, {
    scopesSupported: ['prompts:read'],
    resourceName: 'Prompts',
    resourceDocumentation: 'https://docs.example.com/prompts',
  });
  expect([answer.status, Object.fromEntries(answer.headers), await answer.json()]).toEqual([
    200,
    {
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=3600',
      'content-type': 'application/json',
    },
    {
      resource: 'https://prompts.example.com/mcp',
      authorization_servers: ['https://auth.example.com'],
      scopes_supported: ['prompts:read'],
      bearer_methods_supported: ['header'],
      resource_name: 'Prompts',
      resource_documentation: 'https://docs.example.com/prompts',
    },
  ]);
});

test('isMetadataPath rejects a path outside of the metadata', () => {
  const paths = ['/..', '/../../mcp', '/./mcp', '/%2e%2E/mcp', '/a/%2e./mcp', '/..\\mcp', '/mcp/..'];
  expect(paths.map((path) => isMetadataPath(WELL_KNOWN + path))).toEqual(paths.map(() => false));
  expect([WELL_KNOWN, `${WELL_KNOWN}/mcp`, `${WELL_KNOWN}/..a/b.`].map(isMetadataPath)).toEqual([true, true, true]);
});

test('Protected resource metadata omits optional properties that are not configured', async () => {
  expect(await (await ask(WELL_KNOWN)).json()).toEqual({
    resource: 'https://prompts.example.com/mcp',
    authorization_servers: ['https://auth.example.com'],
    bearer_methods_supported: ['header'],
  });
});

test.each([
  ['https://prompts.example.com', WELL_KNOWN],
  ['https://prompts.example.com/mcp', `${WELL_KNOWN}/mcp`],
  ['https://prompts.example.com/team/a%20b/mcp', `${WELL_KNOWN}/team/a%20b/mcp`],
  ['https://prompts.example.com:8443/mcp/', `${WELL_KNOWN}/mcp/`],
])('Protected resource metadata is served for %s at %s and at the root', async (resource, path) => {
  const { origin } = new URL(resource);
  expect(new ProtectedResource({ ...minimal, resource }).metadataUrl).toBe(`${origin}${path}`);
  const answers = [await ask(path, { resource }), await ask(WELL_KNOWN, { resource })];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test('Protected resource metadata responds to a preflight, and to HEAD without a body', async () => {
  const preflight = await ask(WELL_KNOWN, {}, { method: 'OPTIONS' });
  expect([preflight.status, Object.fromEntries(preflight.headers)]).toEqual([
    204,
    {
      'access-control-allow-headers': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-origin': '*',
      'access-control-max-age': '3600',
    },
  ]);
  const head = await ask(WELL_KNOWN, {}, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test.each(['POST', 'DELETE'])('Protected resource metadata rejects the method %s', async (method) => {
  const refusal = await ask(WELL_KNOWN, {}, { method });
  expect([refusal.status, refusal.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test.each(['/mcp', '/.well-known/oauth-protected-resources', `/x${WELL_KNOWN}`, `/?x=${WELL_KNOWN}`])(
  'Protected resource metadata requires authentication for %s',
  async (path) => {
    expect((await ask(path)).status).toBe(401);
  },
);

test('Protected resource metadata returns 404 for other resources, and without a resource', async () => {
  const none = await endpointOf().fetch(new Request(`http://localhost${WELL_KNOWN}`));
  expect([(await ask(`${WELL_KNOWN}/other`)).status, none.status]).toEqual([404, 404]);
});

test('Protected resource metadata is readable by pages of any origin, but only on an allowed host', async () => {
  const from = (host: string) => ask(WELL_KNOWN, {}, { headers: { host, origin: 'https://anywhere.example' } });
  expect([(await from('localhost')).status, (await from('evil.example')).status]).toEqual([200, 403]);
});

describe('ProtectedResource', () => {
  test.each([
    [{ resource: 'mcp' }, 'resource is not a URL: use an absolute URL, such as https://example.com/mcp'],
    [{ resource: 'http://prompts.example.com/mcp' }, 'resource must be an https URL: http is allowed only on loopback'],
    [{ resource: 'http://127.evil.example/' }, 'resource must be an https URL: http is allowed only on loopback'],
    [{ resource: 'ftp://localhost/' }, 'resource must be an https URL: http is allowed only on loopback'],
    [{ resource: 'https://a.example/mcp#x' }, 'resource has a fragment: remove the "#" and everything after it'],
    [{ resource: 'https://a.example/mcp#' }, 'resource has a fragment: remove the "#" and everything after it'],
    [{ resource: 'https://a.example/mcp?a=b' }, 'resource has a query: remove the "?" and everything after it'],
    [{ resource: 'https://me:hunter2@a.example/' }, 'resource contains a user name or password: remove it'],
    [
      { authorizationServers: [] },
      'authorizationServers is empty: list at least one URL, because clients need a server that issues tokens',
    ],
    ...[undefined, 'https://auth.example.com'].map(
      (authorizationServers) =>
        [
          { authorizationServers: authorizationServers as never },
          'authorizationServers is not an array: list at least one URL, because clients need a server that issues tokens',
        ] as [object, string],
    ),
    [
      { authorizationServers: ['https://a.example', 'http://b.example'] },
      'authorizationServers must be an https URL: http is allowed only on loopback',
    ],
    [
      { resourceDocumentation: 'javascript:alert(1)' },
      'resourceDocumentation must be an https URL: http is allowed only on loopback',
    ],
  ])('rejects %j', (options, message) => {
    expect(() => new ProtectedResource({ ...minimal, ...options })).toThrow(new TypeError(message));
  });

  test.each(['http://localhost:3917/mcp', 'http://127.1/mcp', 'http://[::1]:1/mcp'])(
    'accepts %s on loopback',
    (resource) => {
      expect(new ProtectedResource({ ...minimal, resource }).metadataUrl).toContain(WELL_KNOWN);
    },
  );
});

// See RFC 9110, section 8.6.
test('Protected resource metadata has a content-length for HEAD, but not for a preflight', async () => {
  const server = createServer(endpointOf({ bearer: { verify: () => undefined, ...minimal } })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const lengthOf = async (method: string) => {
    const { headers } = await fetch(`http://localhost:${port}${WELL_KNOWN}`, { method });
    return headers.get('content-length');
  };
  const lengths = [await lengthOf('GET'), await lengthOf('HEAD'), await lengthOf('OPTIONS')];
  server.close();
  expect(lengths).toEqual([expect.stringMatching(/^[1-9]/), lengths[0], null]);
});
