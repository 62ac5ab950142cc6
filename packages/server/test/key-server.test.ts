import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { VerificationUnavailableError } from '@cuecard/server';
import { type JwtOptions, jwtVerifier } from '@cuecard/server/jwt';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fakeOnly } from '../../../build/jest/fake-time.ts';
import { AUDIENCE, claims, ISSUER, type Key, makeKey } from './support/issuer.ts';
import { KeyServer } from './support/key-server.ts';

let one: Key;
let two: Key;
let server: KeyServer;

beforeAll(async () => {
  [one, two] = await Promise.all([makeKey('one'), makeKey('two')]);
});
beforeEach(async () => {
  fakeOnly('Date', 'performance');
  server = new KeyServer();
  server.keys = [one.jwk];
  await server.up();
});
afterEach(async () => {
  jest.useRealTimers();
  await server.down();
});

const verifierOf = (options: Partial<JwtOptions> = {}) =>
  jwtVerifier({ issuer: ISSUER, audience: AUDIENCE, jwks: server.url, ...options });

/** Resolves to the principal of a token, to `undefined` for an invalid one, or to the delay if keys are unavailable. */
const outcome = (verify: ReturnType<typeof verifierOf>, token: string) =>
  verify(token).then(
    (identity) => identity?.principal,
    (error: unknown) => error instanceof VerificationUnavailableError && { retryAfter: error.retryAfterSeconds },
  );
const unavailable = { retryAfter: 1 };

describe('jwtVerifier with a key server', () => {
  test('fetches the keys once for many tokens', async () => {
    const verify = verifierOf({ jwks: new URL(server.url) });
    const token = await one.sign(claims());
    expect(server.requests).toBe(0);
    expect(await Promise.all(Array.from({ length: 20 }, () => outcome(verify, token)))).toEqual(Array(20).fill('ada'));
    expect([await outcome(verify, token), server.requests]).toEqual(['ada', 1]);
  });

  test('refetches keys older than maxAgeMs', async () => {
    const verify = verifierOf({ maxAgeMs: 10_000 });
    const token = await one.sign(claims());
    await outcome(verify, token);
    jest.advanceTimersByTime(9_999);
    expect([await outcome(verify, token), server.requests]).toEqual(['ada', 1]);
    jest.advanceTimersByTime(2);
    expect([await outcome(verify, token), server.requests]).toEqual(['ada', 2]);
  });

  test('accepts an added key and rejects a removed one', async () => {
    const verify = verifierOf({ cooldownMs: 0 });
    const [old, fresh] = [await one.sign(claims()), await two.sign(claims())];
    expect(await outcome(verify, old)).toBe('ada');
    server.keys = [two.jwk];
    expect([await outcome(verify, fresh), await outcome(verify, old)]).toEqual(['ada', undefined]);
  });

  test('refetches keys for unknown key ids at most once per cooldownMs', async () => {
    const verify = verifierOf({ cooldownMs: 10_000 });
    const [token, forged] = [await one.sign(claims()), await two.sign(claims())];
    expect([await outcome(verify, token), server.requests]).toEqual(['ada', 1]);
    jest.advanceTimersByTime(9_999);
    for (let i = 0; i < 10; i += 1) expect(await outcome(verify, forged)).toBeUndefined();
    expect(server.requests).toBe(1);
    jest.advanceTimersByTime(1);
    for (let i = 0; i < 10; i += 1) expect(await outcome(verify, forged)).toBeUndefined();
    expect([server.requests, await outcome(verify, token)]).toEqual([2, 'ada']);
  });

  test('rejects malformed and unsigned tokens without fetching keys', async () => {
    const verify = verifierOf();
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
    expect([await outcome(verify, unsigned), await outcome(verify, 'garbage'), server.requests]).toEqual([
      undefined,
      undefined,
      0,
    ]);
  });

  test('retries one second after a failure of the key server', async () => {
    await server.down();
    const verify = verifierOf();
    const token = await one.sign(claims());
    expect([await outcome(verify, token), await outcome(verify, token)]).toEqual([unavailable, unavailable]);
    await server.up();
    jest.advanceTimersByTime(1_000);
    expect(await outcome(verify, token)).toBe('ada');
  });

  test('keeps accepting known keys while the key server is down', async () => {
    const verify = verifierOf({ cooldownMs: 0 });
    const [known, unknown] = [await one.sign(claims()), await two.sign(claims())];
    expect(await outcome(verify, known)).toBe('ada');
    await server.down();
    expect([await outcome(verify, unknown), await outcome(verify, known)]).toEqual([unavailable, 'ada']);
    server.keys = [one.jwk, two.jwk];
    await server.up();
    jest.advanceTimersByTime(1_000);
    expect(await outcome(verify, unknown)).toBe('ada');
  });

  // jose uses AbortSignal.timeout, which cannot be faked. A slow machine needs a second to send the request.
  const HANGING = { timeoutMs: 1_500 };

  test.each<[string, Partial<JwtOptions>, RequestListener]>([
    ['an error', {}, (_, response) => void response.writeHead(500).end()],
    ['HTML', {}, (_, response) => void response.end('<html>')],
    ['other JSON', {}, (_, response) => void response.end('{"keys":"none"}')],
    ['a redirect', {}, (_, response) => void response.writeHead(302, { location: '/other' }).end()],
    ['a closed connection', {}, (request) => void request.socket.destroy()],
    ['no response', HANGING, () => {}],
    ['half a response', HANGING, (_, response) => void response.write('{"keys":[')],
  ])('stays unavailable for a second after %s', async (_, options, fails) => {
    server.fails = fails;
    const [verify, token] = [verifierOf(options), await one.sign(claims())];
    expect(await Promise.all([outcome(verify, token), outcome(verify, token)])).toEqual([unavailable, unavailable]);
    server.fails = undefined;
    jest.advanceTimersByTime(999);
    expect([await outcome(verify, token), server.requests]).toEqual([unavailable, 1]);
    jest.advanceTimersByTime(1);
    expect([await outcome(verify, token), server.requests]).toEqual(['ada', 2]);
  });

  describe('maxKeySetBytes', () => {
    const LARGER =
      'The key set at the jwks URL is larger than 1048576 bytes: if this size is expected, raise maxKeySetBytes';
    const padded = (bytes: number) => JSON.stringify({ keys: [one.jwk] }).padEnd(bytes);
    const reasonOf = (verify: ReturnType<typeof verifierOf>, token: string) =>
      verify(token).catch((error: VerificationUnavailableError) => [error.message, (error.cause as Error).message]);

    test.each<[string, RequestListener]>([
      ['that announces its size', (_, response) => void response.end(padded(1_048_577))],
      ['of unknown size', (_, response) => void response.write(padded(1_048_577), () => response.end())],
      [
        'that is compressed',
        (_, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync(padded(1_048_577))),
      ],
    ])('rejects a larger key set %s', async (_, fails) => {
      server.fails = fails;
      const token = await one.sign(claims());
      expect(await reasonOf(verifierOf(), token)).toEqual(['Callers cannot be verified at the moment', LARGER]);
      expect(await outcome(verifierOf({ maxKeySetBytes: 1_048_577 }), token)).toBe('ada');
    });

    test('stops reading a larger key set', async () => {
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
      expect(sent).toBeLessThan(32 * 1_048_576); // The buffers of the system hold most of the response.
    });

    test('rejects 0', () => {
      expect(() => verifierOf({ maxKeySetBytes: 0 })).toThrow(
        new RangeError('maxKeySetBytes is 0: use a whole number from 1 on, or Infinity for no limit'),
      );
    });
  });

  describe('when the system clock is set back by an hour', () => {
    const setBack = () => jest.setSystemTime(Date.now() - 3_600_000); // The monotonic clock continues.

    test('retries a failed key server after a second', async () => {
      const [verify, token] = [verifierOf(), await one.sign(claims())];
      await server.down();
      expect(await outcome(verify, token)).toEqual(unavailable);
      setBack();
      await server.up();
      jest.advanceTimersByTime(1_000);
      expect(await outcome(verify, token)).toBe('ada');
    });

    test('refetches keys after maxAgeMs have passed', async () => {
      const [verify, token] = [verifierOf({ maxAgeMs: 10_000 }), await one.sign(claims())];
      await outcome(verify, token);
      setBack();
      jest.advanceTimersByTime(10_001);
      expect([await outcome(verify, token), server.requests]).toEqual(['ada', 2]);
    });
  });
});
