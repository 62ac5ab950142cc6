import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { VerificationUnavailableError } from '@cuecard/transports';
import { type JwtOptions, jwtVerifier } from '@cuecard/transports/jwt';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AUDIENCE, claims, ISSUER, type Key, makeKey } from './support/issuer.ts';
import { KeyServer } from './support/key-server.ts';

let one: Key;
let two: Key;
let server: KeyServer;

beforeAll(async () => {
  [one, two] = await Promise.all([makeKey('one'), makeKey('two')]);
});
beforeEach(async () => {
  server = new KeyServer();
  server.keys = [one.jwk];
  await server.up();
});
afterEach(() => server.down());

const verifierOf = (options: Partial<JwtOptions> = {}) =>
  jwtVerifier({ issuer: ISSUER, audience: AUDIENCE, jwks: server.url, ...options });

/** The principal of a token; nothing for a bad one, and when to try again where nobody can say. */
const outcome = (verify: ReturnType<typeof verifierOf>, token: string) =>
  verify(token).then(
    (identity) => identity?.principal,
    (error: unknown) => error instanceof VerificationUnavailableError && { retryAfter: error.retryAfterSeconds },
  );
const unavailable = { retryAfter: 1 };

test('a key set is fetched once, for many tokens at the same time and later', async () => {
  const verify = verifierOf({ jwks: new URL(server.url) });
  const token = await one.sign(claims());
  expect(server.asked).toBe(0);
  expect(await Promise.all(Array.from({ length: 20 }, () => outcome(verify, token)))).toEqual(Array(20).fill('ada'));
  expect([await outcome(verify, token), server.asked]).toEqual(['ada', 1]);
});

test('a key set is fetched again once it is older than maxAgeMs', async () => {
  const verify = verifierOf({ maxAgeMs: 50 });
  const token = await one.sign(claims());
  await outcome(verify, token);
  await sleep(80);
  expect([await outcome(verify, token), server.asked]).toEqual(['ada', 2]);
});

test('a key that is new is found, and one that is gone no longer', async () => {
  const verify = verifierOf({ cooldownMs: 0 });
  const [old, fresh] = [await one.sign(claims()), await two.sign(claims())];
  expect(await outcome(verify, old)).toBe('ada');
  server.keys = [two.jwk];
  expect([await outcome(verify, fresh), await outcome(verify, old)]).toEqual(['ada', undefined]);
});

test('tokens that name keys that there are not make the server be asked no more than once in cooldownMs', async () => {
  const [patient, hasty] = [verifierOf({ cooldownMs: 60_000 }), verifierOf({ cooldownMs: 50 })];
  const [token, forged] = [await one.sign(claims()), await two.sign(claims())];
  expect([await outcome(patient, token), await outcome(hasty, token), server.asked]).toEqual(['ada', 'ada', 2]);
  for (let i = 0; i < 10; i += 1) expect(await outcome(patient, forged)).toBeUndefined();
  expect(server.asked).toBe(2);
  await sleep(80);
  expect([await outcome(hasty, forged), server.asked, await outcome(patient, token)]).toEqual([undefined, 3, 'ada']);
});

test('tokens that are no good by their looks make nobody be asked', async () => {
  const verify = verifierOf();
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
  expect([await outcome(verify, unsigned), await outcome(verify, 'garbage'), server.asked]).toEqual([
    undefined,
    undefined,
    0,
  ]);
});

test('while the server is down nobody can be verified, and when it is back everybody is', async () => {
  await server.down();
  const verify = verifierOf();
  const token = await one.sign(claims());
  expect([await outcome(verify, token), await outcome(verify, token)]).toEqual([unavailable, unavailable]);
  await server.up();
  await sleep(1_050);
  expect(await outcome(verify, token)).toBe('ada');
});

test('while the server is down the keys that are known go on being good', async () => {
  const verify = verifierOf({ cooldownMs: 0 });
  const [known, unknown] = [await one.sign(claims()), await two.sign(claims())];
  expect(await outcome(verify, known)).toBe('ada');
  await server.down();
  expect([await outcome(verify, unknown), await outcome(verify, known)]).toEqual([unavailable, 'ada']);
  server.keys = [one.jwk, two.jwk];
  await server.up();
  await sleep(1_050);
  expect(await outcome(verify, unknown)).toBe('ada');
});

test('a server that fails tells nothing of a token, and is asked no more than once a second', async () => {
  const failures: Readonly<Record<string, RequestListener>> = {
    'with an error': (_, response) => void response.writeHead(500).end(),
    'with something that is no JSON': (_, response) => void response.end('<html>'),
    'with JSON that is no key set': (_, response) => void response.end('{"keys":"none"}'),
    'by sending elsewhere': (_, response) => void response.writeHead(302, { location: '/other' }).end(),
    'by hanging up': (request) => void request.socket.destroy(),
    'by hanging': () => {},
    'by hanging in the middle': (_, response) => void response.write('{"keys":['),
  };
  const token = await one.sign(claims());
  const outcomes = Object.entries(failures).map(async ([how, fails]) => {
    const failing = new KeyServer();
    await failing.up();
    Object.assign(failing, { keys: [one.jwk], fails });
    const verify = verifierOf({ jwks: failing.url, timeoutMs: 500 });
    const first = await Promise.all([outcome(verify, token), outcome(verify, token)]);
    const second = await outcome(verify, token);
    const { asked } = failing;
    failing.fails = undefined;
    await sleep(1_050);
    const later = await outcome(verify, token);
    await failing.down();
    return [how, { first, second, asked, later }];
  });
  const expected = { first: [unavailable, unavailable], second: unavailable, asked: 1, later: 'ada' };
  expect(await Promise.all(outcomes)).toEqual(Object.keys(failures).map((how) => [how, expected]));
});

describe('a key set that is larger than maxKeySetBytes', () => {
  const LARGER = 'The key set of jwks is larger than 1048576 bytes: raise maxKeySetBytes if this is expected';
  const padded = (bytes: number) => JSON.stringify({ keys: [one.jwk] }).padEnd(bytes);
  const reasonOf = (verify: ReturnType<typeof verifierOf>, token: string) =>
    verify(token).catch((error: VerificationUnavailableError) => [error.message, (error.cause as Error).message]);

  test.each<[string, RequestListener]>([
    ['and says so', (_, response) => void response.end(padded(1_048_577))],
    ['and does not say so', (_, response) => void response.write(padded(1_048_577), () => response.end())],
    [
      'once it is unpacked',
      (_, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync(padded(1_048_577))),
    ],
  ])('%s is not taken, and nobody can be verified', async (_, fails) => {
    server.fails = fails;
    const token = await one.sign(claims());
    expect(await reasonOf(verifierOf(), token)).toEqual(['Nobody can be verified at the moment', LARGER]);
    expect(await outcome(verifierOf({ maxKeySetBytes: 1_048_577 }), token)).toBe('ada');
  });

  test('is read no further', async () => {
    let sent = 0;
    const hungUp = new Promise<void>((resolve) => {
      server.fails = async (_, response) => {
        response.once('close', resolve);
        for (; !response.destroyed; sent += 65_536) {
          if (!response.write(' '.repeat(65_536))) await new Promise((next) => response.once('drain', next));
        }
      };
    });
    expect(await reasonOf(verifierOf(), await one.sign(claims()))).toEqual([expect.any(String), LARGER]);
    await hungUp;
    expect(sent).toBeLessThan(32 * 1_048_576); // Most of it is in the buffers of the system.
  });

  test('needs a limit that is one', () => {
    expect(() => verifierOf({ maxKeySetBytes: 0 })).toThrow(
      new RangeError('maxKeySetBytes is 0: use a whole number from 1 on, or Infinity for no limit'),
    );
  });
});

describe('when the clock is set back by an hour', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  function setBack(): void {
    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  }

  test('a key server that has failed is asked again as soon as otherwise', async () => {
    const [verify, token] = [verifierOf(), await one.sign(claims())];
    await server.down();
    expect(await outcome(verify, token)).toEqual(unavailable);
    setBack();
    await server.up();
    await sleep(1_050);
    expect(await outcome(verify, token)).toBe('ada');
  });

  test('a key set is fetched again once it is older than maxAgeMs', async () => {
    const [verify, token] = [verifierOf({ maxAgeMs: 50 }), await one.sign(claims())];
    await outcome(verify, token);
    setBack();
    await sleep(80);
    expect([await outcome(verify, token), server.asked]).toEqual(['ada', 2]);
  });
});
