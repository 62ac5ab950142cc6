import { functionOf, type OptionKinds, validateOptions } from '@cuecard/core';
import { errors, type JWTPayload, jwtVerify, type JWTVerifyOptions } from 'jose';
import type { Identity } from './identity.js';
import { type JwtKeys, type KeyServerLimits, toKeyFinder } from './jwt-keys.js';
import { ANY_SIZE, limit } from '../shared/limit.js';
import { VerificationUnavailableError, type Warn, reasonOf } from './verification.js';

export interface JwtOptions extends KeyServerLimits {
  /** The required issuer: `iss` must equal it exactly. */
  readonly issuer: string;
  /** The accepted audiences, which name this server. `aud` must contain at least one. */
  readonly audience: string | readonly string[];
  /**
   * The keys of the issuer: one public key, a key set, or the URL of a key set. The URL must be https, unless it is on
   * loopback.
   */
  readonly jwks: JwtKeys;
  /**
   * The accepted signature algorithms. Only asymmetric algorithms are possible, because anyone who knows a shared
   * secret could issue tokens.
   * @default RS256 to RS512, PS256 to PS512, ES256 to ES512, EdDSA and Ed25519
   */
  readonly algorithms?: readonly string[];
  /**
   * The required type in the header of a token (RFC 8725, section 3.11). Set `at+jwt` if the issuer follows RFC 9068,
   * so that no other type of token from the issuer is accepted.
   * @default `at+jwt`, `JWT` or none, because many issuers do not set the type of access tokens
   */
  readonly typ?: string;
  /**
   * The tolerated clock difference, in seconds.
   * @default 5
   */
  readonly clockToleranceSeconds?: number;
  /**
   * The maximum length of a token, in characters.
   * @default 8192
   */
  readonly maxTokenLength?: number;
  /**
   * Returns the principal of a token, or `undefined` to reject the token.
   * @default its `sub`
   */
  readonly getPrincipal?: (claims: JWTPayload) => string | undefined;
  /**
   * Returns the scopes of a token.
   * @default its `scope`, otherwise its `scp`, as a string with spaces or as a list
   */
  readonly getScopes?: (claims: JWTPayload) => readonly string[];
}

const OPTIONS: OptionKinds<JwtOptions> = {
  issuer: true,
  audience: true,
  jwks: true,
  algorithms: true,
  typ: true,
  clockToleranceSeconds: true,
  maxTokenLength: true,
  getPrincipal: functionOf('(claims)'),
  getScopes: functionOf('(claims)'),
  timeoutMs: true,
  maxAgeMs: true,
  cooldownMs: true,
  maxKeySetBytes: true,
};

const ASYMMETRIC = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/**
 * Creates a `verify` for signed JWTs (RFC 7519, RFC 9068). It returns `undefined` unless the signature, `iss`, `aud`,
 * `exp`, the type and, if present, `nbf` are valid. The whole payload becomes the `claims`; `expiresAt` is the time
 * from which the token is refused. The function calls `warn` with the reason for a refusal, which names the invalid
 * claim but not its value. Expired tokens and strings that are not tokens are not reported.
 * @throws {TypeError} immediately, if the options would accept tokens that are not meant for this server
 * @throws {RangeError} immediately, if a limit is invalid
 * @throws {VerificationUnavailableError} from the returned function, while the keys are unavailable
 */
export function jwtVerifier(options: JwtOptions): (token: string, warn?: Warn) => Promise<Identity | undefined> {
  const known = validateOptions('jwtVerifier', options, OPTIONS);
  const { maxTokenLength = 8_192, getPrincipal = subjectOf, getScopes = scopesIn } = known;
  limit('maxTokenLength', maxTokenLength, ANY_SIZE);
  const checks = verifyOptions(known);
  const find = toKeyFinder(known.jwks, known);
  return async (token, warn) => {
    try {
      if (token.length > maxTokenLength) throw new RangeError('the token is longer than maxTokenLength');
      const { payload: claims, protectedHeader } = await jwtVerify(token, find, checks);
      if (checks.typ === undefined && !isUsualType(protectedHeader.typ))
        throw new TypeError('the typ header of the token is neither at+jwt nor JWT');
      const principal = getPrincipal(claims);
      if (!isText(principal)) throw new TypeError('the claims of the token contain no principal');
      const expiresAt = (claims.exp as number) + checks.clockTolerance; // `exp` is a required claim.
      return { principal, scopes: getScopes(claims), claims, expiresAt };
    } catch (error) {
      if (error instanceof VerificationUnavailableError) throw error;
      if (!isExpectedFailure(error)) warn?.(`jwtVerifier rejected a token (${reasonOf(error)})`);
      return undefined;
    }
  };
}

/**
 * Whether an access token may have this type. Other kinds of token have their own types, such as `logout+jwt` (RFC
 * 8725, section 3.11).
 */
function isUsualType(typ: unknown): boolean {
  return typ === undefined || (typeof typ === 'string' && /^(?:application\/)?(?:at\+)?jwt$/i.test(typ));
}

/** Whether a failure is expected: clients send expired tokens, and anyone can send invalid ones. */
function isExpectedFailure(error: unknown): boolean {
  return (
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JOSENotSupported
  );
}

/**
 * Returns the checks for jose. Validates the options first, because jose skips a check whose option is missing or not a
 * number.
 */
function verifyOptions(options: JwtOptions): JWTVerifyOptions & { clockTolerance: number } {
  const { issuer, audience, algorithms = ASYMMETRIC, typ, clockToleranceSeconds = 5 } = options;
  const audiences = [audience].flat();
  if (!isText(issuer)) throw new TypeError('issuer is missing: set the issuer whose tokens you accept');
  if (audiences.length === 0 || !audiences.every(isText)) {
    throw new TypeError('audience is missing: set the value that the aud claim of a token must contain');
  }
  if (!(clockToleranceSeconds >= 0 && clockToleranceSeconds < Infinity)) {
    throw new TypeError('clockToleranceSeconds must be a finite number of seconds, at least 0');
  }
  checkType(typ);
  checkAlgorithms(algorithms);
  return {
    issuer,
    audience: audiences,
    algorithms: [...algorithms],
    ...(typ !== undefined && { typ }),
    requiredClaims: ['exp'],
    clockTolerance: clockToleranceSeconds,
  };
}

function checkType(typ: unknown): void {
  if (typ !== undefined && !isText(typ))
    throw new TypeError('typ must be a non-empty string: set the required type of tokens, such as at+jwt, or omit typ');
}

function checkAlgorithms(algorithms: readonly string[]): void {
  const remedy = `use at least one of ${ASYMMETRIC.join(', ')}`;
  if (algorithms.length === 0) throw new TypeError(`algorithms is empty: ${remedy}`);
  const other = algorithms.find((name) => !ASYMMETRIC.includes(name));
  if (other !== undefined) throw new TypeError(`algorithms contains ${other}, which is not supported: ${remedy}`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function subjectOf({ sub }: JWTPayload): string | undefined {
  return isText(sub) ? sub : undefined;
}

function scopesIn({ scope, scp }: JWTPayload): readonly string[] {
  const granted = scope ?? scp;
  if (typeof granted === 'string') return granted.split(' ').filter((name) => name !== '');
  return Array.isArray(granted) ? granted.filter((name) => typeof name === 'string') : [];
}
