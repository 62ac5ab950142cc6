import type { Identity } from '@cuecard/server';
import { expect, test } from '@jest/globals';
import { identify } from '../build/auth/authentication.js';
import { exchangeOf } from './support/exchange-of.ts';

const request = new Request('http://localhost/mcp', { headers: { authorization: 'Bearer sesame' } });
const exchange = exchangeOf(request);
const ada: Identity = { principal: 'ada', scopes: ['read'], claims: { team: 1 } };

test('gives whoever has been verified, by what the request says', async () => {
  const authenticate = ({ headers }: Request) => (headers.get('authorization') === 'Bearer sesame' ? ada : undefined);
  expect(await identify(exchange, { authenticate })).toEqual({ identity: ada });
  expect(await identify(exchange, { authenticate: async () => ada })).toEqual({ identity: ada });
  const brief: Identity = { principal: 'eve', scopes: [], expiresAt: Date.now() / 1_000 + 60 };
  expect(await identify(exchange, { authenticate: () => brief })).toEqual({ identity: brief });
});

test('asks nobody where nothing is to be verified', () => {
  expect(identify(exchange, {})).toBeUndefined();
});

test.each([
  ['says nobody', () => undefined],
  ['says nobody later', async () => undefined],
  [
    'throws',
    () => {
      throw new Error('secret sesame');
    },
  ],
  ['fails later', () => Promise.reject(new Error('secret sesame'))],
  ['names nobody', () => ({ principal: '', scopes: [] })],
  ['says something else', () => true],
  ['says null', () => null],
  ['knows no scopes', () => ({ principal: 'ada' })],
  ['does not know until when', () => ({ ...ada, expiresAt: Number.NaN })],
  ['tells the time in words', () => ({ ...ada, expiresAt: 'tomorrow' })],
  ['names somebody whose time is over', () => ({ ...ada, expiresAt: Date.now() / 1_000 })],
  ['names somebody whose time was over before it began', () => ({ ...ada, expiresAt: -Infinity })],
])('refuses when what verifies %s, and does not say why', async (_, authenticate) => {
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
