import type { AuthenticationOptions } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { identify, toAuthentication } from '../build/auth/authentication.js';
import { VerificationUnavailableError } from '../build/auth/verification.js';
import { exchangeOf } from './support/exchange-of.ts';

type BearerOptions = AuthenticationOptions['bearer'] & object;

const ada = { principal: 'ada', scopes: ['read', 'write'] };
const SECRET = 'sesame-hunter2';
const METADATA = 'resource_metadata="https://prompts.example.com/.well-known/oauth-protected-resource/mcp"';

const bearerOf = (options: Partial<BearerOptions> = {}) =>
  toAuthentication({
    bearer: {
      verify: (token) => (token === SECRET ? ada : undefined),
      resource: 'https://prompts.example.com/mcp',
      authorizationServers: ['https://auth.example.com'],
      ...options,
    },
  });

/** Returns the response to a request with these headers. */
async function answerTo(headers: [string, string][], options: Partial<BearerOptions> = {}, query = '') {
  const exchange = exchangeOf(new Request(`http://localhost/mcp${query}`, { headers }));
  const result = await identify(exchange, bearerOf(options));
  if (result === undefined || !('refusal' in result)) return result;
  const answer = exchange.responseOf(result.refusal);
  const { status, headers: sent } = answer;
  const { error } = (await answer.json()) as { error: { message: string } };
  return { status, challenge: sent.get('www-authenticate'), retryAfter: sent.get('retry-after'), error: error.message };
}

const holding = (authorization: string, ...how: [Partial<BearerOptions>?, string?]) =>
  answerTo([['authorization', authorization]], ...how);

const MISSING = {
  status: 401,
  challenge: `Bearer ${METADATA}`,
  retryAfter: null,
  error: 'Unauthorized: this server requires a bearer token',
};
const INVALID = {
  status: 401,
  challenge: `Bearer error="invalid_token", ${METADATA}`,
  retryAfter: null,
  error: 'Unauthorized: the token is invalid, has expired or is not for this server; request a new token',
};
const MALFORMED = {
  status: 400,
  challenge: `Bearer error="invalid_request", ${METADATA}`,
  retryAfter: null,
  error: 'Send the bearer token once, in the Authorization header only',
};

describe('bearer', () => {
  test.each([
    ['the token', `Bearer ${SECRET}`],
    ['a scheme in another case', `bEARER ${SECRET}`],
    ['several spaces', `Bearer   ${SECRET}`],
  ])('accepts %s', async (_, authorization) => {
    expect(await holding(authorization)).toEqual({ identity: ada });
  });

  test('accepts an identity from a promise', async () => {
    expect(await holding(`Bearer ${SECRET}`, { verify: async () => ada })).toEqual({ identity: ada });
  });

  test('accepts an identity with every required scope', async () => {
    expect(await holding(`Bearer ${SECRET}`, { scopes: ['write', 'read'] })).toEqual({ identity: ada });
  });

  test('keeps only the principal, scopes and claims of an identity', async () => {
    const verify = (token: string) => ({ ...ada, claims: { team: 1 }, token });
    expect(await holding(`Bearer ${SECRET}`, { verify })).toEqual({ identity: { ...ada, claims: { team: 1 } } });
  });
});

describe('bearer without a token', () => {
  test.each([
    ['no header', []],
    ['an empty header', [['authorization', '']]],
    ['another scheme', [['authorization', `Basic ${SECRET}`]]],
    ['a scheme that begins with bearer', [['authorization', `BearerX ${SECRET}`]]],
    ['the token alone', [['authorization', SECRET]]],
    ['the token in another header', [['x-authorization', `Bearer ${SECRET}`]]],
  ] as [string, [string, string][]][])('responds with 401 and the metadata URL to %s', async (_, headers) => {
    expect(await answerTo(headers)).toEqual(MISSING);
  });

  test('ignores a token in the query', async () => {
    expect(await answerTo([], {}, `?access_token=${SECRET}`)).toEqual(MISSING);
  });

  test('names the required scopes', async () => {
    const { challenge } = (await answerTo([], { scopes: ['read', 'prompts:all'] })) as typeof MISSING;
    expect(challenge).toBe(`Bearer ${METADATA}, scope="read prompts:all"`);
  });
});

describe('bearer with a malformed request (RFC 6750, section 3.1)', () => {
  test.each([
    ['without a token after the scheme', 'Bearer'],
    ['with two tokens in one header', `Bearer ${SECRET}, Bearer ${SECRET}`],
    ['with a token and another scheme', `Bearer ${SECRET},Basic ${SECRET}`],
  ])('rejects the request %s', async (_, authorization) => {
    expect(await holding(authorization)).toEqual(MALFORMED);
  });

  test('rejects two headers', async () => {
    const header: [string, string] = ['authorization', `Bearer ${SECRET}`];
    expect(await answerTo([header, header])).toEqual(MALFORMED);
  });

  test.each(['access_token', 'access%5Ftoken'])('rejects another token in the query, as %s', async (name) => {
    expect(await holding(`Bearer ${SECRET}`, {}, `?a=1&${name}=${SECRET}`)).toEqual(MALFORMED);
  });
});

describe('bearer with an invalid token', () => {
  const fail = (error: unknown) => () => {
    throw error;
  };

  test.each([
    ['verify returns undefined', () => undefined],
    ['verify resolves to undefined', async () => undefined],
    ['verify throws', fail(new Error(`the key is ${SECRET}`))],
    ['verify throws undefined', fail(undefined)],
    ['verify rejects', () => Promise.reject(new Error(`the key is ${SECRET}`))],
    ['the principal is empty', () => ({ principal: '', scopes: [] })],
    ['verify returns a boolean', () => true],
    ['the identity has expired', () => ({ ...ada, expiresAt: Date.now() / 1_000 - 1 })],
  ])('rejects the token when %s', async (_, verify) => {
    expect(await holding(`Bearer ${SECRET}`, { verify: verify as () => undefined })).toEqual(INVALID);
  });

  test.each(['a b', 'tök', '=', 'a=b', '<script>'])('rejects %j without calling verify', async (token) => {
    const verify = () => ada;
    expect(await holding(`Bearer ${token}`, { verify })).toEqual(INVALID);
  });
});

test('bearer responds with 403 and the required scopes if the token lacks one', async () => {
  expect(await holding(`Bearer ${SECRET}`, { scopes: ['read', 'admin'] })).toEqual({
    status: 403,
    challenge: `Bearer error="insufficient_scope", ${METADATA}, scope="read admin"`,
    retryAfter: null,
    error: 'Forbidden: the token lacks a scope that this server requires',
  });
});

test.each([
  [undefined, '1'],
  [0.2, '1'],
  [30, '30'],
  [Number.NaN, '1'],
])('bearer responds with 503 and Retry-After %s while verify is unavailable', async (seconds, retryAfter) => {
  const error = new VerificationUnavailableError({
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    cause: new Error(SECRET),
  });
  const unavailable = {
    status: 503,
    challenge: null,
    retryAfter,
    error: 'Callers cannot be verified at the moment',
  };
  expect(await holding(`Bearer ${SECRET}`, { verify: () => Promise.reject(error) })).toEqual(unavailable);
  const exchange = exchangeOf(new Request('http://localhost/mcp'));
  expect(await identify(exchange, { authenticate: () => Promise.reject(error) })).toEqual({
    refusal: { status: 503, code: -32000, message: unavailable.error, headers: { 'retry-after': retryAfter } },
  });
});

describe('toAuthentication', () => {
  test.each([
    [
      { scopes: ['read write'] },
      '"read write" is not a valid scope: write one scope per entry, without spaces, quotes and backslashes',
    ],
    [
      { scopesSupported: ['"'] },
      '"\\"" is not a valid scope: write one scope per entry, without spaces, quotes and backslashes',
    ],
    [{ scopes: [''] }, '"" is not a valid scope: write one scope per entry, without spaces, quotes and backslashes'],
    [{ verify: undefined as never }, 'bearer has no verify: set a function that returns the identity of a token'],
  ])('rejects %j', (options, message) => {
    expect(() => bearerOf(options)).toThrow(new TypeError(message));
  });

  test('rejects bearer together with authenticate', () => {
    const { bearer } = {
      bearer: { verify: () => ada, resource: 'https://a.example', authorizationServers: ['https://b.example'] },
    };
    expect(() => toAuthentication({ bearer, authenticate: () => ada })).toThrow(
      new TypeError(
        'authenticate and bearer are both set: remove authenticate if clients send bearer tokens, otherwise remove bearer',
      ),
    );
  });
});
