import { inspect } from 'node:util';
import { Prompt, type RequestContext, type PromptHandler, Registry, Runtime } from '@cuecard/core';
import { jwtVerifier } from '@cuecard/server/jwt';
import {
  type BearerOptions,
  createHandler,
  type HandlerOptions,
  serveHttp,
  VerificationUnavailableError,
} from '@cuecard/server';
import * as v2 from '@modelcontextprotocol/client';
import * as authV1 from '@modelcontextprotocol/sdk/client/auth.js';
import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { PromptListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, test } from '@jest/globals';
import { AuthorizationServer, freePort } from './support/authorization-server.ts';
import { COLLECTED_MS, fakeClock } from '../../../../build/jest/fake-time.ts';
import { headers, initialize, post } from './support/raw.ts';
import { exchange } from './support/sockets.ts';
import { until } from './support/until.ts';
import { closables } from '../support/closables.ts';

const SECRET = 'hunter2';
const identity = { name: 'x', version: '1' };
const seen: { context: RequestContext }[] = [];

@Prompt()
class WhoAmI implements PromptHandler {
  render(_: object, context: RequestContext) {
    seen.push({ context });
    return context.auth?.principal ?? 'nobody';
  }
}

const people = new Map([
  [`ada-${SECRET}`, { principal: 'ada', scopes: ['prompts:read'], claims: { team: 'engine' } }],
  [`eve-${SECRET}`, { principal: 'eve', scopes: ['prompts:read'] }],
  [`tim-${SECRET}`, { principal: 'tim', scopes: [] }],
  [`old-${SECRET}`, { principal: 'old', scopes: ['prompts:read'], expiresAt: 5 }],
]);

function verify(token: string) {
  if (token === `broken-${SECRET}`) throw new Error(token);
  if (token === `unknown-${SECRET}`) throw new VerificationUnavailableError({ retryAfterSeconds: 7 });
  return people.get(token);
}

const bearer: BearerOptions = {
  verify,
  resource: 'https://prompts.example.com/mcp',
  authorizationServers: ['https://auth.example.com'],
  scopes: ['prompts:read'],
};

const as = (name: string) => ({ authorization: `Bearer ${name}-${SECRET}` });
const get = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'who_am_i' } });
const resultOf = (name: string) => ({ messages: [{ role: 'user', content: { type: 'text', text: name } }] });
const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Returns the bytes of a POST with these header lines. */
function wire(url: string, lines: readonly string[]): Buffer {
  const { host, pathname, search } = new URL(url);
  const all = Object.entries({ host, ...headers, 'content-length': get.length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from([`POST ${pathname}${search} HTTP/1.1`, ...all, ...lines, '', get].join('\r\n'), 'latin1');
}

const clock = fakeClock();
const open = closables();
afterEach(() => void (seen.length = 0));

let runtime: Runtime;
async function serve(options: Partial<HandlerOptions> & { port?: number } = {}): Promise<string> {
  runtime = new Runtime({ prompts: [WhoAmI], logger: { error: () => {}, warn: () => {} } });
  const server = await serveHttp(runtime, { ...identity, port: 0, bearer, ...options });
  open.push(server);
  return server.url;
}

async function session(url: string, name: string): Promise<Record<string, string>> {
  const { headers: received } = await post(url, JSON.stringify(initialize('2025-11-25')), as(name));
  return { 'mcp-session-id': received.get('mcp-session-id') ?? '' };
}

describe('HandlerOptions.bearer', () => {
  test.each([
    ['no token', [], '', '401 Unauthorized'],
    ['bytes outside ASCII', [`authorization: Bearer \xe4${SECRET}`], '', '401 Unauthorized'],
    [
      'two headers',
      [`Authorization: Bearer ada-${SECRET}`, `authorization: Bearer ada-${SECRET}`],
      '',
      '400 Bad Request',
    ],
    ['too few scopes', [`authorization: Bearer tim-${SECRET}`], '', '403 Forbidden'],
    ['a token that cannot be verified now', [`authorization: Bearer unknown-${SECRET}`], '', '503 Service Unavailable'],
    ['a valid token', [`AUTHORIZATION: bearer  ada-${SECRET} `], '', '200 OK'],
  ])('responds without the token for %s', async (_, lines, search, status) => {
    const url = await serve();
    const answer = await exchange(url, [wire(url + search, lines)]);
    expect(answer?.status).toBe(`HTTP/1.1 ${status}`);
    expect(JSON.stringify(answer)).not.toContain(SECRET);
  });

  test('serves a valid token without creating a Request', async () => {
    const url = await serve();
    const Made = globalThis.Request;
    let made = 0;
    globalThis.Request = new Proxy(Made, {
      construct(target, args: ConstructorParameters<typeof Request>) {
        made += 1;
        return new target(...args);
      },
    });
    try {
      await exchange(url, [wire(url, [`authorization: Bearer ada-${SECRET}`])]);
    } finally {
      globalThis.Request = Made;
    }
    expect([made, seen.length]).toEqual([0, 1]);
  });

  test('passes the identity without the token to prompts', async () => {
    const url = await serve({});
    await post(url, get, as('ada'));
    await post(url, get, { ...as('ada'), ...(await session(url, 'ada')) });
    expect(seen.map(({ context }) => context.auth)).toEqual(Array(2).fill(people.get(`ada-${SECRET}`)));
    for (const { context } of seen) {
      const { auth, meta, client, bag, sessionId } = context;
      expect(inspect({ auth, meta, client, bag, sessionId }, { depth: 10, showHidden: true })).not.toContain(SECRET);
    }
  });

  test('serves a session only to its principal', async () => {
    const url = await serve({});
    const own = await session(url, 'ada');
    const status = async (sent: Record<string, string>) => (await post(url, get, sent)).status;
    expect([
      await status({ ...own, ...as('eve') }),
      await status({ ...own }),
      await status({ ...own, ...as('tim') }),
      await status({ ...own, ...as('ada') }),
    ]).toEqual([404, 401, 403, 200]);
    const stream = await fetch(url, { headers: { accept: 'text/event-stream', ...own, ...as('eve') } });
    expect(stream.status).toBe(404);
    const end = (name: string) => fetch(url, { method: 'DELETE', headers: { ...own, ...as(name) } });
    expect([(await end('eve')).status, (await end('ada')).status]).toEqual([404, 200]);
  });

  describe('Protected resource metadata', () => {
    test.each(['', '/mcp'])('is readable from any origin at the well-known path with suffix "%s"', async (path) => {
      const { origin } = new URL(await serve());
      const answer = await fetch(`${origin}${WELL_KNOWN}${path}`, { headers: { origin: 'https://app.example' } });
      expect([answer.status, answer.headers.get('access-control-allow-origin'), await answer.json()]).toEqual([
        200,
        '*',
        {
          resource: 'https://prompts.example.com/mcp',
          authorization_servers: ['https://auth.example.com'],
          scopes_supported: ['prompts:read'],
          bearer_methods_supported: ['header'],
        },
      ]);
    });

    test('rejects foreign hosts, and does not exist without bearer', async () => {
      const request = (host: string) => new Request(`http://${host}${WELL_KNOWN}`);
      const handlerOf = (options: object) => createHandler(new Runtime({ prompts: [] }), { ...identity, ...options });
      const [handler, bare] = [handlerOf({ bearer }), handlerOf({})];
      const { origin } = new URL(await serve({ bearer: undefined as never }));
      expect([
        (await handler.fetch(request('localhost'))).status,
        (await handler.fetch(request('evil.example'))).status,
        (await bare.fetch(request('localhost'))).status,
        (await fetch(`${origin}${WELL_KNOWN}`)).status,
        (await fetch(`${origin}${WELL_KNOWN}x`)).status,
      ]).toEqual([200, 403, 404, 404, 404]);
    });
  });

  describe('with an authorization server', () => {
    async function protect(scopes: readonly string[] = ['prompts:read'], clockToleranceSeconds = 5) {
      const authorization = await AuthorizationServer.start();
      open.push(authorization);
      const { issuer, jwks } = authorization;
      const port = await freePort();
      const resource = `http://127.0.0.1:${port}/mcp`;
      const tokens = { verify: jwtVerifier({ issuer, audience: resource, jwks, clockToleranceSeconds }), scopes };
      await serve({ port, bearer: { ...tokens, resource, authorizationServers: [issuer] } });
      return { authorization, resource };
    }

    test.each([
      ['v1', authV1],
      ['v2', v2],
    ])('lets a %s client discover the authorization server', async (_, client) => {
      const { authorization, resource } = await protect();
      const refusal = await fetch(resource, { method: 'POST', headers, body: get });
      const { resourceMetadataUrl, scope, error } = client.extractWWWAuthenticateParams(refusal);
      expect([refusal.status, resourceMetadataUrl?.href, scope, error]).toEqual([
        401,
        resource.replace('/mcp', `${WELL_KNOWN}/mcp`),
        'prompts:read',
        undefined,
      ]);
      const expected = {
        resource,
        authorization_servers: [authorization.issuer],
        scopes_supported: ['prompts:read'],
        bearer_methods_supported: ['header'],
      };
      expect([
        await client.discoverOAuthProtectedResourceMetadata(resource, {
          resourceMetadataUrl: resourceMetadataUrl ?? '',
        }),
        await client.discoverOAuthProtectedResourceMetadata(resource),
        (await client.discoverOAuthServerInfo(resource)).authorizationServerMetadata?.issuer,
      ]).toEqual([expected, expected, authorization.issuer]);
    });

    const credentials = (issuer: string) => ({
      clientId: 'app',
      clientSecret: 'secret',
      scope: 'prompts:read',
      expectedIssuer: issuer,
    });

    /** Connects a client that receives list changes in a session, and reopens its stream quickly. */
    async function connectTo(url: string, { line, issuer, hear }: { line: string; issuer: string; hear: () => void }) {
      const reconnectionOptions = {
        initialReconnectionDelay: 10,
        maxReconnectionDelay: 10,
        reconnectionDelayGrowFactor: 1,
        maxRetries: 2,
      };
      if (line === 'v1') {
        const authProvider = new ClientCredentialsProvider(credentials(issuer));
        const client = new ClientV1(identity);
        open.push(client);
        client.setNotificationHandler(PromptListChangedNotificationSchema, hear);
        const transport = new HttpV1(new URL(url), { authProvider, reconnectionOptions });
        return client.connect(transport as Parameters<typeof client.connect>[0]);
      }
      const authProvider = new v2.ClientCredentialsProvider(credentials(issuer));
      const client = new v2.Client(identity);
      open.push(client);
      client.setNotificationHandler('notifications/prompts/list_changed', hear);
      return client.connect(new v2.StreamableHTTPClientTransport(new URL(url), { authProvider, reconnectionOptions }));
    }

    test('serves a v1 client with its token', async () => {
      const { authorization, resource } = await protect();
      const authProvider = new ClientCredentialsProvider(credentials(authorization.issuer));
      const client = new ClientV1(identity);
      open.push(client);
      await client.connect(new HttpV1(new URL(resource), { authProvider }) as Parameters<typeof client.connect>[0]);
      expect(await client.getPrompt({ name: 'who_am_i' })).toEqual(resultOf('app'));
      expect(authorization.requests).toEqual([{ grant_type: 'client_credentials', resource, scope: 'prompts:read' }]);
    });

    test.each(['legacy', 'auto'] as const)('serves a v2 client with its token, in mode %s', async (mode) => {
      const { authorization, resource } = await protect();
      const authProvider = new v2.ClientCredentialsProvider(credentials(authorization.issuer));
      const client = new v2.Client(identity, { versionNegotiation: { mode } });
      open.push(client);
      await client.connect(new v2.StreamableHTTPClientTransport(new URL(resource), { authProvider }));
      expect(await client.getPrompt({ name: 'who_am_i' })).toMatchObject(resultOf('app'));
      expect(authorization.requests).toEqual([{ grant_type: 'client_credentials', resource, scope: 'prompts:read' }]);
      expect(seen[0]?.context.auth).toMatchObject({
        principal: 'app',
        scopes: ['prompts:read'],
        claims: { sub: 'app' },
      });
    });

    test.each(['v1', 'v2'])('notifies a %s client of changes after its token has expired', async (line) => {
      const { authorization, resource } = await protect(['prompts:read'], 0);
      clock.fakeTime();
      let heard = 0;
      const hear = () => void (heard += 1);
      await connectTo(resource, { line, issuer: authorization.issuer, hear });
      clock.pass(authorization.lifetimeSeconds * 1_000);
      await until(() => {
        clock.pass(100); // The client waits before it opens its stream again.
        return authorization.requests.length >= 2;
      });
      let isEmpty = false;
      await until(() => {
        isEmpty = !isEmpty;
        runtime.replace(new Registry(isEmpty ? [] : [WhoAmI]));
        clock.pass(COLLECTED_MS);
        return heard > 0;
      });
      const expected = { grant_type: 'client_credentials', resource, scope: 'prompts:read' };
      expect(authorization.requests.slice(0, 2)).toEqual([expected, expected]);
    });

    test('accepts a token for its audience only', async () => {
      const { authorization, resource } = await protect([]);
      const connect = async (aud: string) => {
        const requestInit = { headers: { authorization: `Bearer ${authorization.issue({ sub: 'ada', aud })}` } };
        const [one, two] = [new ClientV1(identity), new v2.Client(identity)];
        open.push(one, two);
        const transport = new HttpV1(new URL(resource), { requestInit });
        await one.connect(transport as Parameters<typeof one.connect>[0]);
        await two.connect(new v2.StreamableHTTPClientTransport(new URL(resource), { requestInit }));
        return [await one.getPrompt({ name: 'who_am_i' }), await two.getPrompt({ name: 'who_am_i' })];
      };
      expect(await connect(resource)).toMatchObject([resultOf('ada'), resultOf('ada')]);
      await expect(connect('https://other.example')).rejects.toThrow(/401|Unauthorized/);
    });

    test('responds with 503 while keys are unavailable', async () => {
      const { authorization, resource } = await protect([]);
      const authorized = { authorization: `Bearer ${authorization.issue({ sub: 'ada', aud: resource })}` };
      await authorization.close();
      open.splice(open.indexOf(authorization), 1);
      const { status, headers: received, body } = await post(resource, get, authorized);
      expect([status, received.get('retry-after'), received.get('www-authenticate'), body]).toEqual([
        503,
        '1',
        null,
        { jsonrpc: '2.0', error: { code: -32000, message: 'Callers cannot be verified at the moment' } },
      ]);
    });
  });
});
