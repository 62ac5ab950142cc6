import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { serveToApplications, serveWithIntrospection, serveWithSignedTokens } from '../dist/serving/tokens.js';
import { servePages } from '../dist/serving/options.js';
import { freePort } from './support/free-port.ts';
import { closables } from '../../../packages/server/test/support/closables.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource/mcp';
const open = closables();

/** Starts an authorization server that responds with JSON, and returns its URL. */
async function authorizationServer(answer: (request: IncomingMessage) => Promise<object> | object): Promise<string> {
  const server = createServer(async (request, response) => response.end(JSON.stringify(await answer(request))));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: async () => void server.close() });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts an authorization server that signs tokens. */
async function signer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
  const issuer = await authorizationServer(() => ({ keys: [jwk] }));
  const issue = (claims: JWTPayload) => {
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' });
    return token.setIssuer(issuer).setExpirationTime('1m').sign(privateKey);
  };
  return { issuer, issue };
}

async function start(serve: () => Promise<{ url: string; close(): Promise<void> }>): Promise<string> {
  const server = await serve();
  open.push(server);
  return server.url;
}

/** Returns the status of a request with the token. */
async function status(url: string, token?: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' });
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

test('serveWithSignedTokens requires a token with its scope and audience', async () => {
  const { issuer, issue } = await signer();
  const url = await start(async () => serveWithSignedTokens(await freePort(), issuer));
  const claims = { sub: 'ada', aud: url };
  expect([
    await status(url, await issue({ ...claims, scope: 'prompts:read' })),
    await status(url, await issue(claims)),
    await status(url, await issue({ ...claims, aud: 'https://other.example' })),
    await status(url),
  ]).toEqual([200, 403, 401, 401]);
});

test('serveToApplications requires a client_id', async () => {
  const { issuer, issue } = await signer();
  const url = await start(async () => serveToApplications(await freePort(), issuer));
  expect([
    await status(url, await issue({ client_id: 'app', aud: 'greetings' })),
    await status(url, await issue({ sub: 'ada', aud: 'greetings' })),
  ]).toEqual([200, 401]);
});

test('serveWithIntrospection accepts known tokens, and responds with 503 during an outage', async () => {
  const port = await freePort();
  const known = { active: true, sub: 'ada', scope: 'prompts:read', aud: `http://127.0.0.1:${port}/mcp` };
  const tokens = new Map<string, object>([
    ['ada-s', known],
    ['for-others', { ...known, aud: 'https://other.example' }],
    ['for-less', { ...known, scope: '' }],
  ]);
  const issuer = await authorizationServer(async (request) => {
    const token = new URLSearchParams(await text(request)).get('token') ?? '';
    return tokens.get(token) ?? { active: false };
  });
  const url = await start(() => serveWithIntrospection(port, issuer));
  expect([
    await status(url, 'ada-s'),
    await status(url, 'for-others'),
    await status(url, 'for-less'),
    await status(url, 'mallory-s'),
    await (await fetch(new URL(WELL_KNOWN, url))).json(),
  ]).toEqual([
    200,
    401,
    403,
    401,
    {
      resource: url,
      authorization_servers: [issuer],
      scopes_supported: ['prompts:read', 'prompts:admin'],
      bearer_methods_supported: ['header'],
      resource_name: 'Greetings',
      resource_documentation: 'https://docs.example.com/greetings',
    },
  ]);
  await open.splice(0, 1)[0]?.close();
  expect(await status(url, 'ada-s')).toBe(503);
});

test('servePages allows x-api-key in preflights, and requires a known key', async () => {
  const url = await start(() => servePages(0, new Map([['k-1', { principal: 'ada', scopes: [] }]])));
  const send = async (method: string, more: Record<string, string>) => {
    const origin = 'https://app.example.com';
    const headers = {
      origin,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...more,
    };
    const body = method === 'POST' ? { body: '{"jsonrpc":"2.0","id":1,"method":"prompts/list"}' } : {};
    return fetch(url, { method, headers, ...body });
  };
  const preflight = await send('OPTIONS', { 'access-control-request-method': 'POST' });
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/, x-api-key$/);
  const answers = [await send('POST', { 'x-api-key': 'k-1' }), await send('POST', { 'x-api-key': 'k-2' })];
  expect(answers.map((answer) => [answer.status, answer.headers.get('access-control-allow-origin')])).toEqual([
    [200, 'https://app.example.com'],
    [401, 'https://app.example.com'],
  ]);
});
