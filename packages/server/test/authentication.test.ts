import type { Identity } from '@cuecard/server';
import { expect, test } from '@jest/globals';
import { identify } from '../build/auth/authentication.js';
import { exchangeOf } from './support/exchange-of.ts';

const request = new Request('http://localhost/mcp', { headers: { authorization: 'Bearer sesame' } });
const exchange = exchangeOf(request);
const ada: Identity = { principal: 'ada', scopes: ['read'], claims: { team: 1 } };

test('identify() returns the identity from authenticate', async () => {
  const authenticate = ({ headers }: Request) => (headers.get('authorization') === 'Bearer sesame' ? ada : undefined);
  expect(await identify(exchange, { authenticate })).toEqual({ identity: ada });
  expect(await identify(exchange, { authenticate: async () => ada })).toEqual({ identity: ada });
  const brief: Identity = { principal: 'eve', scopes: [], expiresAt: Date.now() / 1_000 + 60 };
  expect(await identify(exchange, { authenticate: () => brief })).toEqual({ identity: brief });
});

test('identify() returns undefined without authentication', () => {
  expect(identify(exchange, {})).toBeUndefined();
});

test.each([
  ['returns undefined', () => undefined],
  ['resolves to undefined', async () => undefined],
  [
    'throws',
    () => {
      throw new Error('secret sesame');
    },
  ],
  ['rejects', () => Promise.reject(new Error('secret sesame'))],
  ['returns an empty principal', () => ({ principal: '', scopes: [] })],
  ['returns a boolean', () => true],
  ['returns null', () => null],
  ['returns no scopes', () => ({ principal: 'ada' })],
  ['returns NaN as expiry', () => ({ ...ada, expiresAt: Number.NaN })],
  ['returns a string as expiry', () => ({ ...ada, expiresAt: 'tomorrow' })],
  ['returns an expired identity', () => ({ ...ada, expiresAt: Date.now() / 1_000 })],
  ['returns an expiry of -Infinity', () => ({ ...ada, expiresAt: -Infinity })],
])('identify() rejects without a reason if authenticate %s', async (_, authenticate) => {
  const answer = await identify(exchange, { authenticate: authenticate as () => undefined });
  expect(answer).toEqual({
    refusal: {
      status: 401,
      code: -32000,
      message: 'Unauthorized: this server requires authentication',
      headers: { 'www-authenticate': 'Bearer' },
    },
  });
});
