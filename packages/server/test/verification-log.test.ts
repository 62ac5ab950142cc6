import type { AuthenticationOptions } from '@cuecard/server';
import { type JwtOptions, jwtVerifier } from '@cuecard/server/jwt';
import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { identify, toAuthentication } from '../build/auth/authentication.js';
import { VerificationUnavailableError } from '../build/auth/verification.js';
import { exchangeOf } from './support/exchange-of.ts';
import { AUDIENCE, claims, ISSUER, type Key, makeKey, now } from './support/issuer.ts';

type Verify = (AuthenticationOptions['bearer'] & object)['verify'];

const SECRET = 'sesame-hunter2';
const BEGINNING = 'A caller could not be verified: ';
const NO_IDENTITY =
  'principal must be a non-empty string, scopes must be an array, and expiresAt must be a number or missing';

let lines: string[];
beforeEach(() => {
  lines = [];
});
const logger = { warn: (message: string) => void lines.push(message.replace(BEGINNING, '')) };

const bearerOf = (verify: unknown) => ({
  bearer: {
    verify: verify as Verify,
    resource: 'https://prompts.example.com/mcp',
    authorizationServers: ['https://auth.example.com'],
  },
});

/** Identifies the sender of each token repeatedly. */
async function ask(options: AuthenticationOptions, tokens: readonly string[] = [SECRET], times = 1) {
  const authentication = toAuthentication(options, logger);
  for (let i = 0; i < times; i += 1) {
    for (const token of tokens) {
      const headers = { authorization: `Bearer ${token}`, 'x-api-key': SECRET };
      await identify(exchangeOf(new Request('http://localhost/mcp', { headers })), authentication);
    }
  }
}

const fail = (error: unknown) => () => {
  throw error;
};

describe('VerificationLog', () => {
  const down = new Error('connect ECONNREFUSED 10.0.0.7:443');
  test.each<[string, unknown, string]>([
    ['throws an error', fail(new Error('the database is down')), ' threw Error: the database is down'],
    ['rejects', () => Promise.reject(new RangeError('gone')), ' threw RangeError: gone'],
    ['throws an error with a code', fail(Object.assign(down, { code: 'DOWN' })), ` threw DOWN: ${down.message}`],
    ['throws a SyntaxError', () => JSON.parse('hunter2'), ' threw SyntaxError'],
    [
      'throws an error without a message',
      fail(Object.assign(new Error('x'), { message: '', code: 'DOWN' })),
      ' threw DOWN',
    ],
    ['throws a string', fail('hunter2'), ' threw a value that is not an error (string)'],
    [
      'throws a VerificationUnavailableError',
      fail(new VerificationUnavailableError({ cause: new TypeError('fetch failed', { cause: down }) })),
      ` threw VerificationUnavailableError: Callers cannot be verified at the moment; TypeError: fetch failed; DOWN: ${down.message}`,
    ],
    ['returns no scopes', () => ({ principal: 'ada' }), ''],
    ['returns no principal', async () => ({ name: 'ada', scopes: [] }), ''],
    ['returns an invalid expiry', () => ({ principal: 'ada', scopes: [], expiresAt: 'soon' }), ''],
    ['returns a string', () => 'ada', ''],
  ])('logs once a minute that a verifier %s', async (_, verify, thrown) => {
    const line = (option: string) =>
      thrown === '' ? `${option} returned an invalid identity: ${NO_IDENTITY}` : option + thrown;
    await ask(bearerOf(verify), [SECRET, 'other'], 5);
    await ask({ authenticate: verify as () => undefined }, [SECRET, 'other'], 5);
    expect(lines).toEqual([line('verify'), line('authenticate')]);
  });

  test('logs once a minute the reason that a verifier passes to warn', async () => {
    await ask(bearerOf((token: string, warn: (reason: string) => void) => warn(`unknown token ${token}`)));
    expect(lines).toEqual(['unknown token …']);
  });
});

test('VerificationLog ignores unknown callers and expired identities', async () => {
  for (const answer of [undefined, null, { principal: 'ada', scopes: [], expiresAt: 5 }]) {
    await ask(bearerOf(() => answer));
    await ask({ authenticate: () => answer as undefined });
  }
  expect(lines).toEqual([]);
});

test('VerificationLog removes the headers of the caller and line breaks', async () => {
  await ask(bearerOf((token: string) => fail(new Error(`bad ${token}\nnext\u2028line ${'x'.repeat(1_000)}`))()));
  const authenticate = ({ headers }: Request) =>
    fail(new Error(`bad ${headers.get('x-api-key')}, ${headers.get('authorization')}`))();
  await ask({ authenticate });
  expect(lines).toEqual([`verify threw Error: bad … next line ${'x'.repeat(300)}`.slice(0, 300), expect.anything()]);
  expect(lines[1]).toMatch(/^authenticate threw Error: bad …, (Bearer )?…$/);
});

test('VerificationLog logs at most 20 reasons a minute', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const authentication = toAuthentication(
    bearerOf((token: string) => fail(new Error(token.slice(1)))()),
    logger,
  );
  const flood = async () => {
    for (let i = 0; i < 500; i += 1) {
      const headers = { authorization: `Bearer x${i}` };
      await identify(exchangeOf(new Request('http://localhost/mcp', { headers })), authentication);
    }
    return lines.length;
  };
  const counts = [await flood()];
  clock.mockReturnValue(59_999);
  counts.push(await flood());
  clock.mockReturnValue(60_000);
  counts.push(await flood());
  clock.mockRestore();
  expect(counts).toEqual([20, 20, 40]);
});

test('VerificationLog ignores errors of the logger', async () => {
  const authentication = toAuthentication(bearerOf(fail(new Error('down'))), { warn: fail(new Error('full')) });
  const headers = { authorization: 'Bearer token' };
  const result = await identify(exchangeOf(new Request('http://localhost/mcp', { headers })), authentication);
  expect(result).toMatchObject({ refusal: { status: 401 } });
});

describe('VerificationLog of jwtVerifier', () => {
  let key: Key;
  let other: Key;
  beforeAll(async () => {
    [key, other] = await Promise.all([makeKey('one'), makeKey('two')]);
  });
  const verifierOf = (options: Partial<JwtOptions> = {}) =>
    jwtVerifier({ issuer: ISSUER, audience: AUDIENCE, jwks: { keys: [key.jwk] }, ...options });
  const FAILED = 'ERR_JWT_CLAIM_VALIDATION_FAILED';

  test.each<[string, () => Promise<string>, string, Partial<JwtOptions>?]>([
    ['by another issuer', () => key.sign(claims({ iss: `${ISSUER}/` })), `${FAILED}: unexpected "iss" claim value`],
    ['for another audience', () => key.sign(claims({ aud: 'them' })), `${FAILED}: unexpected "aud" claim value`],
    [
      'that is not valid yet',
      () => key.sign(claims({ nbf: now() + 60 })),
      `${FAILED}: "nbf" claim timestamp check failed`,
    ],
    [
      'by an unknown key',
      () => other.sign(claims()),
      'ERR_JWKS_NO_MATCHING_KEY: no applicable key found in the JSON Web Key Set',
    ],
    [
      'by a key of the same name',
      async () => (await makeKey('one')).sign(claims()),
      'ERR_JWS_SIGNATURE_VERIFICATION_FAILED: signature verification failed',
    ],
    [
      'without a principal',
      () => key.sign(claims({ sub: '' })),
      'TypeError: the claims of the token contain no principal',
    ],
    [
      'that is too long',
      () => key.sign(claims()),
      'RangeError: the token is longer than maxTokenLength',
      { maxTokenLength: 9 },
    ],
    ['by an option that throws', () => key.sign(claims()), 'Error: roles', { getScopes: fail(new Error('roles')) }],
  ])('logs once a minute a token %s', async (_, sign, reason, options = {}) => {
    await ask(bearerOf(verifierOf(options)), [await sign()], 3);
    expect(lines).toEqual([`jwtVerifier rejected a token (${reason})`]);
  });

  test('logs an outage of the key server once', async () => {
    const verify = verifierOf({ jwks: 'http://127.0.0.1:9/jwks' });
    await ask(bearerOf(verify), [await key.sign(claims())], 3);
    expect(lines).toEqual([
      expect.stringMatching(
        /^verify threw VerificationUnavailableError: Callers cannot be verified at the moment; TypeError: fetch failed; /,
      ),
    ]);
  });

  test('ignores expired and malformed tokens', async () => {
    const crit = Buffer.from('{"alg":"ES256","crit":["made up"],"made up":1}').toString('base64url');
    const old = await key.sign(claims({ exp: now() - 60 }));
    await ask(bearerOf(verifierOf()), [old, 'garbage', 'a.b.c', '..', `${crit}.e30.e30`]);
    expect(lines).toEqual([]);
  });
});
