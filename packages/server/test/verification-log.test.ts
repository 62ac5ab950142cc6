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
const NO_IDENTITY = 'it needs a principal, which is text, and scopes, a list; expiresAt, if it has one, is a number';

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

/** Asks so many times with each token. */
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

describe('the operator is told, once a minute,', () => {
  const down = new Error('connect ECONNREFUSED 10.0.0.7:443');
  test.each<[string, unknown, string]>([
    ['that it throws', fail(new Error('the database is down')), ' threw Error: the database is down'],
    ['that it fails later', () => Promise.reject(new RangeError('gone')), ' threw RangeError: gone'],
    ['what the code of its error is', fail(Object.assign(down, { code: 'DOWN' })), ` threw DOWN: ${down.message}`],
    ['that what it was given is no JSON', () => JSON.parse('hunter2'), ' threw SyntaxError'],
    ['that its error says nothing', fail(Object.assign(new Error('x'), { message: '', code: 'DOWN' })), ' threw DOWN'],
    ['that it throws something odd', fail('hunter2'), ' threw a value that is not an error (string)'],
    [
      'why nobody can be verified',
      fail(new VerificationUnavailableError({ cause: new TypeError('fetch failed', { cause: down }) })),
      ` threw VerificationUnavailableError: Nobody can be verified at the moment; TypeError: fetch failed; DOWN: ${down.message}`,
    ],
    ['that there are no scopes', () => ({ principal: 'ada' }), ''],
    ['that there is no principal', async () => ({ name: 'ada', scopes: [] }), ''],
    ['that the time is none', () => ({ principal: 'ada', scopes: [], expiresAt: 'soon' }), ''],
    ['that it is text', () => 'ada', ''],
  ])('of what verifies, %s', async (_, verify, thrown) => {
    const said = (option: string) => (thrown === '' ? `${option} gave no identity: ${NO_IDENTITY}` : option + thrown);
    await ask(bearerOf(verify), [SECRET, 'other'], 5);
    await ask({ authenticate: verify as () => undefined }, [SECRET, 'other'], 5);
    expect(lines).toEqual([said('verify'), said('authenticate')]);
  });

  test('what a verifier says itself', async () => {
    await ask(bearerOf((token: string, warn: (reason: string) => void) => warn(`nobody knows ${token}`)));
    expect(lines).toEqual(['nobody knows …']);
  });
});

test('nobody is told of what happens every day: that nobody is known, or has expired', async () => {
  for (const answer of [undefined, null, { principal: 'ada', scopes: [], expiresAt: 5 }]) {
    await ask(bearerOf(() => answer));
    await ask({ authenticate: () => answer as undefined });
  }
  expect(lines).toEqual([]);
});

test('what a caller has sent is in no line, and a line is one', async () => {
  await ask(bearerOf((token: string) => fail(new Error(`bad ${token}\nnext\u2028line ${'x'.repeat(1_000)}`))()));
  const authenticate = ({ headers }: Request) =>
    fail(new Error(`bad ${headers.get('x-api-key')}, ${headers.get('authorization')}`))();
  await ask({ authenticate });
  expect(lines).toEqual([`verify threw Error: bad … next line ${'x'.repeat(300)}`.slice(0, 300), expect.anything()]);
  expect(lines[1]).toMatch(/^authenticate threw Error: bad …, (Bearer )?…$/);
});

test('whoever makes up reasons cannot fill the log, and a minute later all is told again', async () => {
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

test('a logger that fails changes nothing for the caller', async () => {
  const authentication = toAuthentication(bearerOf(fail(new Error('down'))), { warn: fail(new Error('full')) });
  const headers = { authorization: 'Bearer token' };
  const asker = await identify(exchangeOf(new Request('http://localhost/mcp', { headers })), authentication);
  expect(asker).toMatchObject({ refusal: { status: 401 } });
});

describe('of a signed token the operator is told', () => {
  let key: Key;
  let other: Key;
  beforeAll(async () => {
    [key, other] = await Promise.all([makeKey('one'), makeKey('two')]);
  });
  const verifierOf = (options: Partial<JwtOptions> = {}) =>
    jwtVerifier({ issuer: ISSUER, audience: AUDIENCE, jwks: { keys: [key.jwk] }, ...options });
  const FAILED = 'ERR_JWT_CLAIM_VALIDATION_FAILED';

  test.each<[string, () => Promise<string>, string, Partial<JwtOptions>?]>([
    ['by others', () => key.sign(claims({ iss: `${ISSUER}/` })), `${FAILED}: unexpected "iss" claim value`],
    ['for others', () => key.sign(claims({ aud: 'them' })), `${FAILED}: unexpected "aud" claim value`],
    ['that is early', () => key.sign(claims({ nbf: now() + 60 })), `${FAILED}: "nbf" claim timestamp check failed`],
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
    ['of nobody', () => key.sign(claims({ sub: '' })), 'TypeError: the claims name no principal'],
    [
      'that is long',
      () => key.sign(claims()),
      'RangeError: the token is longer than maxTokenLength',
      { maxTokenLength: 9 },
    ],
    ['by an option that throws', () => key.sign(claims()), 'Error: roles', { getScopes: fail(new Error('roles')) }],
  ])('%s', async (_, sign, reason, options = {}) => {
    await ask(bearerOf(verifierOf(options)), [await sign()], 3);
    expect(lines).toEqual([`jwtVerifier refused a token, ${reason}`]);
  });

  test('that the key server is down, in the same words while it is left alone', async () => {
    const verify = verifierOf({ jwks: 'http://127.0.0.1:9/jwks' });
    await ask(bearerOf(verify), [await key.sign(claims())], 3);
    expect(lines).toEqual([
      expect.stringMatching(
        /^verify threw VerificationUnavailableError: Nobody can be verified at the moment; TypeError: fetch failed; /,
      ),
    ]);
  });

  test('nothing that happens every day: that it has expired, or is none', async () => {
    const crit = Buffer.from('{"alg":"ES256","crit":["made up"],"made up":1}').toString('base64url');
    const old = await key.sign(claims({ exp: now() - 60 }));
    await ask(bearerOf(verifierOf()), [old, 'garbage', 'a.b.c', '..', `${crit}.e30.e30`]);
    expect(lines).toEqual([]);
  });
});
