import { createHmac, KeyObject } from 'node:crypto';
import { type JwtOptions, jwtVerifier } from '@cuecard/server/jwt';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { CompactSign, exportJWK, type JWTPayload } from 'jose';
import { AUDIENCE, claims, ISSUER, type Key, makeKey, now } from './support/issuer.ts';

let key: Key;
let other: Key;
beforeAll(async () => {
  [key, other] = await Promise.all([makeKey('one'), makeKey('two')]);
});

const verifierOf = (options: Partial<JwtOptions> = {}) =>
  jwtVerifier({ issuer: ISSUER, audience: AUDIENCE, jwks: { keys: [key.jwk, other.jwk] }, ...options });

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('jwtVerifier with a valid token', () => {
  test('returns its principal, scopes, claims and expiry', async () => {
    const payload = claims({ scope: 'prompts:read  prompts:write', team: 'engine' });
    expect(await verifierOf()(await key.sign(payload))).toEqual({
      principal: 'ada',
      scopes: ['prompts:read', 'prompts:write'],
      claims: payload,
      expiresAt: Number(payload.exp) + 5,
    });
  });

  test.each([
    ['RS256', undefined],
    ['PS256', undefined],
    ['ES384', undefined],
    ['EdDSA', undefined],
    ['Ed25519', ['Ed25519']],
  ])('accepts the algorithm %s', async (alg, algorithms) => {
    const signing = await makeKey('one', alg);
    const verify = verifierOf({ jwks: { keys: [signing.jwk] }, ...(algorithms && { algorithms }) });
    expect(await verify(await signing.sign(claims()))).toMatchObject({ principal: 'ada' });
  });

  test('accepts a single key in any form, regardless of the key id', async () => {
    const { kid: _, ...nameless } = key.jwk;
    const token = await key.sign(claims(), { kid: 'some other name' });
    for (const jwks of [key.jwk, nameless, key.publicKey, KeyObject.from(key.publicKey)]) {
      expect(await verifierOf({ jwks })(token)).toMatchObject({ principal: 'ada' });
    }
  });

  test.each([
    ['for several audiences', () => ({ aud: ['https://other.example', AUDIENCE] })],
    ['that expired within the clock tolerance', () => ({ exp: now() - 2 })],
    ['that becomes valid within the clock tolerance', () => ({ nbf: now() + 3 })],
  ])('accepts a token %s', async (_, some) => {
    expect(await verifierOf()(await key.sign(claims(some())))).toMatchObject({ principal: 'ada' });
  });

  test.each([undefined, 'JWT', 'jwt', 'at+jwt', 'application/at+JWT'])('accepts the token type %j', async (typ) => {
    expect(await verifierOf()(await key.sign(claims(), { typ }))).toMatchObject({ principal: 'ada' });
  });

  test('accepts one of several configured audiences', async () => {
    expect(await verifierOf({ audience: ['a', AUDIENCE] })(await key.sign(claims()))).toMatchObject({
      principal: 'ada',
    });
  });

  test.each([
    ['no scopes', {}, []],
    ['scp as a list', { scp: ['a', 'b'] }, ['a', 'b']],
    ['scp as a string', { scp: 'a b' }, ['a', 'b']],
    ['scope and scp', { scope: 'a', scp: ['b'] }, ['a']],
    ['scope as a list', { scope: ['a'] }, ['a']],
    ['a list with invalid scopes', { scp: ['a', 1, null] }, ['a']],
    ['scope as a number', { scope: 1 }, []],
  ])('returns the scopes of %s', async (_, some, scopes) => {
    expect(await verifierOf()(await key.sign(claims(some)))).toMatchObject({ scopes });
  });

  test('returns the principal and scopes from getPrincipal and getScopes', async () => {
    const verify = verifierOf({ getPrincipal: ({ azp }) => String(azp), getScopes: ({ roles }) => roles as string[] });
    const { sub: _, ...rest } = claims({ azp: 'app', roles: ['admin'] });
    expect(await verify(await key.sign(rest))).toMatchObject({ principal: 'app', scopes: ['admin'] });
  });
});

describe('jwtVerifier', () => {
  const without = (name: string): JWTPayload => {
    const { [name]: _, ...rest } = claims();
    return rest;
  };

  test.each<[string, () => JWTPayload]>([
    ['has expired', () => claims({ exp: now() - 60 })],
    ['is not valid yet', () => claims({ nbf: now() + 60 })],
    ['never expires', () => without('exp')],
    ['expires at a string', () => claims({ exp: 'tomorrow' })],
    ['has no audience', () => without('aud')],
    ['is for another audience', () => claims({ aud: 'https://other.example' })],
    ['is for several other audiences', () => claims({ aud: ['https://other.example', 'https://another.example'] })],
    ['is for an audience with the same prefix', () => claims({ aud: `${AUDIENCE}/` })],
    ['has no issuer', () => without('iss')],
    ['is by another issuer', () => claims({ iss: 'https://evil.example' })],
    ['is by several issuers', () => claims({ iss: [ISSUER] })],
    ['has no subject', () => without('sub')],
    ['has an empty subject', () => claims({ sub: '' })],
    ['has a number as subject', () => claims({ sub: 1 })],
  ])('rejects a token that %s', async (_, payload) => {
    expect(await verifierOf()(await key.sign(payload()))).toBeUndefined();
  });

  test.each(['id_token+jwt', 'logout+jwt', 'dpop+jwt', 'JWS', '', 1])('rejects the token type %j', async (typ) => {
    expect(await verifierOf()(await key.sign(claims(), { typ }))).toBeUndefined();
  });

  test.each([
    ['at+jwt', true],
    ['application/AT+JWT', true],
    ['JWT', false],
    [undefined, false],
  ])('requires the configured type of a token: %j', async (typ, isAccepted) => {
    const identity = await verifierOf({ typ: 'at+jwt' })(await key.sign(claims(), { typ }));
    expect(identity?.principal).toBe(isAccepted ? 'ada' : undefined);
  });

  test('rejects a token signed with an unknown key under a known key id', async () => {
    const forged = await makeKey('one');
    expect(await verifierOf()(await forged.sign(claims()))).toBeUndefined();
    expect(await verifierOf({ jwks: key.publicKey })(await forged.sign(claims()))).toBeUndefined();
  });

  test('rejects a token with another, an unknown or no key id', async () => {
    const verify = verifierOf();
    for (const kid of ['two', 'three', undefined]) {
      expect(await verify(await key.sign(claims(), { kid: kid as string }))).toBeUndefined();
    }
  });

  test('rejects a token signed with a key for encryption', async () => {
    const jwks = { keys: [{ ...key.jwk, use: 'enc' }] };
    expect(await verifierOf({ jwks })(await key.sign(claims()))).toBeUndefined();
  });

  test.each(['none', 'NONE', ''])('rejects an unsigned token with the algorithm %j', async (alg) => {
    const token = `${encode({ alg, kid: 'one' })}.${encode(claims())}.`;
    for (const jwks of [key.jwk, { keys: [key.jwk] }, key.publicKey]) {
      expect(await verifierOf({ jwks })(token)).toBeUndefined();
    }
  });

  test('rejects a token signed with the public key as a shared secret', async () => {
    const rsa = await makeKey('one', 'RS256');
    const pem = KeyObject.from(rsa.publicKey).export({ type: 'spki', format: 'pem' });
    const secrets = [pem, JSON.stringify(await exportJWK(rsa.publicKey)), rsa.jwk.n ?? ''];
    for (const secret of secrets) {
      const signed = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims())}`;
      const token = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
      for (const jwks of [rsa.jwk, { keys: [{ ...rsa.jwk, alg: 'HS256' }] }, rsa.publicKey]) {
        expect(await verifierOf({ jwks })(token)).toBeUndefined();
      }
    }
  });

  test('rejects a token that contains its own key', async () => {
    const forged = await makeKey('evil');
    const token = await forged.sign(claims(), { jwk: forged.jwk, jku: 'https://evil.example/jwks', kid: 'one' });
    expect(await verifierOf()(token)).toBeUndefined();
  });

  test('rejects other algorithms than the configured ones', async () => {
    expect(await verifierOf({ algorithms: ['RS256'] })(await key.sign(claims()))).toBeUndefined();
  });

  test('rejects an unknown critical header', async () => {
    const head = encode({ alg: 'ES256', kid: 'one', crit: ['odd'], odd: true });
    const [, payload, signature] = (await key.sign(claims())).split('.');
    expect(await verifierOf()(`${head}.${payload}.${signature}`)).toBeUndefined();
  });

  test('rejects a token that was changed after signing', async () => {
    const [head, , signature] = (await key.sign(claims())).split('.');
    expect(await verifierOf()(`${head}.${encode(claims({ sub: 'eve' }))}.${signature}`)).toBeUndefined();
  });

  test('rejects a token longer than maxTokenLength', async () => {
    const token = await key.sign(claims({ padding: 'x'.repeat(6_000) }));
    expect(token.length).toBeGreaterThan(8_192);
    expect(await verifierOf()(token)).toBeUndefined();
    expect(await verifierOf({ maxTokenLength: token.length - 1 })(token)).toBeUndefined();
    expect(await verifierOf({ maxTokenLength: token.length })(token)).toMatchObject({ principal: 'ada' });
  });

  test.each(['', 'a.b.c', '.'.repeat(8_000), '\0'])('rejects the malformed token %j', async (token) => {
    expect(await verifierOf()(token)).toBeUndefined();
  });

  test('rejects a payload that is not an object', async () => {
    for (const payload of [null, 1, 'text', [claims()]]) {
      const signing = new CompactSign(Buffer.from(JSON.stringify(payload)));
      const token = await signing.setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(key.privateKey);
      expect(await verifierOf()(token)).toBeUndefined();
    }
  });

  test('rejects a token if getPrincipal or getScopes fails', async () => {
    const token = await key.sign(claims());
    const fail = () => {
      throw new Error(token);
    };
    expect([
      await verifierOf({ getPrincipal: () => undefined })(token),
      await verifierOf({ getPrincipal: () => '' })(token),
      await verifierOf({ getPrincipal: fail })(token),
      await verifierOf({ getScopes: fail })(token),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('jwtVerifier options', () => {
  const NOT_PUBLIC = 'jwks contains a private or secret key: use only public keys';
  const KNOWN = 'RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA, Ed25519';

  test.each<[Partial<JwtOptions>, string]>([
    [{ issuer: '' }, 'issuer is missing: set the issuer whose tokens you accept'],
    [{ audience: '' }, 'audience is missing: set the value that the aud claim of a token must contain'],
    [{ audience: [] }, 'audience is missing: set the value that the aud claim of a token must contain'],
    [{ audience: ['a', ''] }, 'audience is missing: set the value that the aud claim of a token must contain'],
    [{ audience: undefined as never }, 'audience is missing: set the value that the aud claim of a token must contain'],
    [
      { algorithms: ['ES256', 'HS256'] },
      `algorithms contains HS256, which is not supported: use at least one of ${KNOWN}`,
    ],
    [{ algorithms: ['none'] }, `algorithms contains none, which is not supported: use at least one of ${KNOWN}`],
    [{ algorithms: [] }, `algorithms is empty: use at least one of ${KNOWN}`],
    [{ clockToleranceSeconds: Number.NaN }, 'clockToleranceSeconds must be a finite number of seconds, at least 0'],
    [{ clockToleranceSeconds: -1 }, 'clockToleranceSeconds must be a finite number of seconds, at least 0'],
    [{ typ: '' }, 'typ must be a non-empty string: set the required type of tokens, such as at+jwt, or omit typ'],
    [{ jwks: undefined as never }, "jwks is missing: set the URL of the issuer's key set, or the keys themselves"],
    [{ jwks: 'http://auth.example.com/jwks' }, 'jwks must be an https URL: http is allowed only on loopback'],
    [{ jwks: new URL('file:///jwks') }, 'jwks must be an https URL: http is allowed only on loopback'],
    [{ jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }, NOT_PUBLIC],
  ])('rejects %j', (options, message) => {
    expect(() => verifierOf(options)).toThrow(new TypeError(message));
  });

  test.each([
    ['maxTokenLength', Number.NaN, 'from 1 on, or Infinity for no limit'],
    ['timeoutMs', Infinity, 'from 1 to 2147483647'],
    ['maxAgeMs', 0, 'from 1 on, or Infinity for no limit'],
    ['cooldownMs', -1, 'from 0 on, or Infinity for no limit'],
  ])('rejects a %s of %d', (name, value, range) => {
    const jwks = 'https://auth.example.com/jwks';
    expect(() => verifierOf({ jwks, [name]: value })).toThrow(
      new RangeError(`${name} is ${value}: use a whole number ${range}`),
    );
  });

  test('rejects private keys', async () => {
    for (const jwks of [key.privateKey, KeyObject.from(key.privateKey), await exportJWK(key.privateKey)]) {
      expect(() => verifierOf({ jwks })).toThrow(new TypeError(NOT_PUBLIC));
    }
  });
});
