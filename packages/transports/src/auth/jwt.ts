import { errors, type JWTPayload, jwtVerify, type JWTVerifyOptions } from 'jose';
import type { Identity } from './identity.js';
import { type JwtKeys, type KeyServerLimits, toKeyFinder } from './jwt-keys.js';
import { ANY_SIZE, limit } from '../shared/limit.js';
import { reasonOf } from '../shared/reason.js';
import { VerificationUnavailableError, type Warn } from './verification.js';

export interface JwtOptions extends KeyServerLimits {
  /** Who must have issued a token, letter for letter as its `iss` says it. */
  readonly issuer: string;
  /** Whom a token must be made out to in its `aud`: this server, under one of these names. */
  readonly audience: string | readonly string[];
  /**
   * The keys of the issuer: the URL of its key set, which has to be https unless it is on loopback; a key set; or one
   * public key.
   */
  readonly jwks: JwtKeys;
  /**
   * How a token may be signed. Only ways with a public key are possible: whoever knows a shared secret could issue tokens.
   * @default RS256 to RS512, PS256 to PS512, ES256 to ES512, EdDSA and Ed25519
   */
  readonly algorithms?: readonly string[];
  /**
   * By how much the clocks may differ, in seconds.
   * @default 5
   */
  readonly clockToleranceSeconds?: number;
  /**
   * How long a token may be, in characters.
   * @default 8192
   */
  readonly maxTokenLength?: number;
  /**
   * Names whoever a token is for; where it gives nothing, the token is refused.
   * @default its `sub`
   */
  readonly principalOf?: (claims: JWTPayload) => string | undefined;
  /** @default its `scope` or else its `scp`, as text with spaces or as a list */
  readonly scopesOf?: (claims: JWTPayload) => readonly string[];
}

const ASYMMETRIC = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/**
 * Makes a `verify` for tokens that are signed JWTs (RFC 7519, RFC 9068): it gives nobody unless the signature, `iss`,
 * `aud`, `exp` and, where there is one, `nbf` are as they must be. All of the payload becomes the `claims`, and
 * `expiresAt` is when it would be refused. Why it gives nobody is told to `warn`, unless the token has just expired or is
 * none: such as whose claim is not as it must be, but never what it is.
 * @throws {TypeError} at once, for options that would let other tokens in
 * @throws {RangeError} at once, for limits that are none
 * @throws {VerificationUnavailableError} from `verify`, while the keys cannot be had
 */
export function jwtVerifier(options: JwtOptions): (token: string, warn?: Warn) => Promise<Identity | undefined> {
  const { maxTokenLength = 8_192, principalOf = subjectOf, scopesOf = grantedIn } = options;
  limit('maxTokenLength', maxTokenLength, ANY_SIZE);
  const demands = demandsOf(options);
  const find = toKeyFinder(options.jwks, options);
  return async (token, warn) => {
    try {
      if (token.length > maxTokenLength) throw new RangeError('the token is longer than maxTokenLength');
      const { payload: claims } = await jwtVerify(token, find, demands);
      const principal = principalOf(claims);
      if (!isText(principal)) throw new TypeError('the claims name no principal');
      const expiresAt = (claims.exp as number) + demands.clockTolerance; // The claim is required.
      return { principal, scopes: scopesOf(claims), claims, expiresAt };
    } catch (error) {
      if (error instanceof VerificationUnavailableError) throw error;
      if (!isEveryday(error)) warn?.(`jwtVerifier refused a token, ${reasonOf(error)}`);
      return undefined;
    }
  };
}

/** Whether it is nothing that an operator could mend: clients come with old tokens, and anybody with no tokens at all. */
function isEveryday(error: unknown): boolean {
  return (
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JOSENotSupported
  );
}

/** What jose has to check. It would leave out a check for which it is given nothing, or no number. */
function demandsOf(options: JwtOptions): JWTVerifyOptions & { clockTolerance: number } {
  const { issuer, audience, algorithms = ASYMMETRIC, clockToleranceSeconds = 5 } = options;
  const audiences = [audience].flat();
  if (!isText(issuer)) throw new TypeError('issuer is missing: say whose tokens are taken');
  if (audiences.length === 0 || !audiences.every(isText)) {
    throw new TypeError('audience is missing: say to whom tokens must be made out');
  }
  if (!(clockToleranceSeconds >= 0 && clockToleranceSeconds < Infinity)) {
    throw new TypeError('clockToleranceSeconds must be a number of seconds, 0 or more');
  }
  checkAlgorithms(algorithms);
  return {
    issuer,
    audience: audiences,
    algorithms: [...algorithms],
    requiredClaims: ['exp'],
    clockTolerance: clockToleranceSeconds,
  };
}

function checkAlgorithms(algorithms: readonly string[]): void {
  const other = algorithms.length === 0 ? 'nothing' : algorithms.find((name) => !ASYMMETRIC.includes(name));
  if (other === undefined) return;
  throw new TypeError(`algorithms may hold ${ASYMMETRIC.join(', ')}, and ${other} is none of them`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function subjectOf({ sub }: JWTPayload): string | undefined {
  return isText(sub) ? sub : undefined;
}

function grantedIn({ scope, scp }: JWTPayload): readonly string[] {
  const granted = scope ?? scp;
  if (typeof granted === 'string') return granted.split(' ').filter((name) => name !== '');
  return Array.isArray(granted) ? granted.filter((name) => typeof name === 'string') : [];
}
