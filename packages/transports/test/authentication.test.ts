import { identify, type Identity } from '@cuecard/transports';
import { expect, test } from '@jest/globals';

const request = new Request('http://localhost/mcp', { headers: { authorization: 'Bearer sesame' } });
const ada: Identity = { principal: 'ada', scopes: ['read'], claims: { team: 1 } };

test('gives whoever has been verified, by what the request says', async () => {
  const authenticate = ({ headers }: Request) => (headers.get('authorization') === 'Bearer sesame' ? ada : undefined);
  expect(await identify(request, { authenticate })).toEqual({ identity: ada });
  expect(await identify(request, { authenticate: async () => ada })).toEqual({ identity: ada });
  const brief: Identity = { principal: 'eve', scopes: [], expiresAt: Date.now() / 1_000 + 60 };
  expect(await identify(request, { authenticate: () => brief })).toEqual({ identity: brief });
});

test('asks nobody where nothing is to be verified', async () => {
  expect(await identify(request, {})).toEqual({ identity: undefined });
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
  ['names somebody whose time has long been over', async () => ({ ...ada, expiresAt: 5 })],
  ['names somebody whose time was over before it began', () => ({ ...ada, expiresAt: -Infinity })],
])('refuses when what verifies %s, and does not say why', async (_, authenticate) => {
  const answer = await identify(request, { authenticate: authenticate as () => undefined });
  const { refusal } = answer as { refusal: Response };
  expect({ status: refusal.status, how: refusal.headers.get('www-authenticate'), body: await refusal.json() }).toEqual({
    status: 401,
    how: 'Bearer',
    body: {
      jsonrpc: '2.0',
      error: { code: -32000, message: 'Unauthorized: this server has to know who asks' },
    },
  });
});
