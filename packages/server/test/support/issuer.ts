import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

export const ISSUER = 'https://auth.example.com';
export const AUDIENCE = 'https://prompts.example.com/mcp';

export const now = () => Math.floor(Date.now() / 1_000);

/** Returns valid claims, with changes. */
export const claims = (some: Record<string, unknown> = {}): JWTPayload => ({
  iss: ISSUER,
  aud: AUDIENCE,
  sub: 'ada',
  exp: now() + 60,
  ...some,
});

/** A key of an issuer of tokens. */
export interface Key {
  readonly jwk: JWK;
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
  sign(payload: JWTPayload, header?: Readonly<Record<string, unknown>>): Promise<string>;
}

export async function makeKey(kid = 'one', alg = 'ES256'): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg },
    publicKey,
    privateKey,
    sign: (payload, header) => new SignJWT(payload).setProtectedHeader({ alg, kid, ...header }).sign(privateKey),
  };
}
