import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { TrialIssuer } from '../dist/access/trial-issuer.js';
import { backOffice } from '../dist/services/back-office.js';
import { open, serve } from './support/served.ts';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {}); // Refused tokens are logged.
});

afterEach(() => void jest.restoreAllMocks());

/** Connects with a token, and calls the tool for managers. */
async function restock(url: string, token: string | undefined): Promise<unknown> {
  const client = new Client({ name: 'shop-test', version: '1.0.0' });
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    const call = client.callTool({ name: 'restock', arguments: { article: 'mugs, box of 48', quantity: 1 } });
    const answer = await call.then(({ isError }) => isError !== true).catch(({ message }: Error) => message);
    return { isListed: names.includes('restock'), answer };
  } finally {
    await client.close();
  }
}

test('a manager restocks; for a clerk and for an unknown role the tool does not exist', async () => {
  const { url, tokenOf } = await serve(backOffice);
  expect(await restock(url, await tokenOf('max', 'manager'))).toEqual({ isListed: true, answer: true });
  const unknown = { isListed: false, answer: expect.stringContaining('Unknown tool "restock"') };
  expect(await restock(url, await tokenOf('mia', 'clerk'))).toEqual(unknown);
  expect(await restock(url, await tokenOf('eve', 'owner'))).toEqual(unknown);
});

test('forged, expired and foreign tokens are refused, and clients learn where to get one', async () => {
  const { url, issuer } = await serve(backOffice);
  const stranger = await TrialIssuer.open();
  open.push(stranger);
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const claims = { role: 'manager', iss: issuer.url, aud: url, sub: 'eve', exp: Math.floor(Date.now() / 1000) + 600 };
  const tokens: Readonly<Record<string, string | undefined>> = {
    none: undefined,
    expired: await issuer.issue('max', { role: 'manager', resource: url, lasts: '-10m' }),
    'for another server': await issuer.issue('max', { role: 'manager', resource: 'http://127.0.0.1:1/mcp' }),
    'from another issuer': await stranger.issue('max', { role: 'manager', resource: url }),
    'signed with another key': await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey),
    'with its own key in the header': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(publicKey) })
      .sign(privateKey),
    'with alg none': new UnsecuredJWT(claims).encode(),
    'no JWT': 'manager',
  };
  for (const [what, token] of Object.entries(tokens)) {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const response = await fetch(url, { method: 'POST', headers, body });
    const challenge = response.headers.get('www-authenticate') ?? '';
    expect([what, response.status]).toEqual([what, 401]);
    expect(challenge).toContain('resource_metadata="');
    await expect(restock(url, token)).rejects.toThrow(/Unauthorized|401/);
  }
});
