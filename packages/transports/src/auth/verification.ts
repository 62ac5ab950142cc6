import { isProxy } from 'node:util/types';
import type { Identity, MaybeIdentity } from './identity.js';
import { reasonOf } from '../shared/reason.js';
import type { Refusal } from '../jsonrpc/refusal.js';

/**
 * Says that nobody can be verified at the moment, as when the keys of an authorization server cannot be had. Whoever
 * asks is answered with 503 and `Retry-After`, and keeps a token that may well be good.
 */
export class VerificationUnavailableError extends Error {
  override readonly name = 'VerificationUnavailableError';
  /** When to try again, in whole seconds. */
  readonly retryAfterSeconds: number;

  /** @param options.retryAfterSeconds when to try again; 1 where nothing is said */
  constructor({ retryAfterSeconds = 1, cause }: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super('Nobody can be verified at the moment', { cause });
    this.retryAfterSeconds = Number.isFinite(retryAfterSeconds) ? Math.max(1, Math.ceil(retryAfterSeconds)) : 1;
  }
}

/** Tells the operator why somebody is refused; clients are not told. */
export type Warn = (reason: string) => void;

interface Verification {
  /** The option that is asked, for the operator. */
  readonly option: string;
  readonly warn: Warn;
  readonly refuseNobody: () => Refusal;
}

/** Asks who it is, and takes no more than that; gives a refusal where nobody is verified. */
export async function verified(
  ask: () => MaybeIdentity,
  { option, warn, refuseNobody }: Verification,
): Promise<{ identity: Identity } | { refusal: Refusal }> {
  try {
    const given: unknown = await ask();
    if (!isIdentity(given)) {
      if (given !== undefined && given !== null) warn(`${option} gave no identity: ${IDENTITY}`);
    } else if (!hasExpired(given)) return { identity: bare(given) };
  } catch (thrown) {
    const error: unknown = isProxy(thrown) ? undefined : thrown; // To look at a Proxy may throw as well.
    warn(`${option} threw ${reasonOf(error)}`);
    if (error instanceof VerificationUnavailableError) return { refusal: refuseForNow(error) };
  }
  return { refusal: refuseNobody() };
}

const IDENTITY = 'it needs a principal, which is text, and scopes, a list; expiresAt, if it has one, is a number';

// Not every caller is compiled, and without a principal all sessions would belong to the same nobody.
function isIdentity(value: unknown): value is Identity {
  const { principal, scopes, expiresAt } = (value ?? {}) as Partial<Identity>;
  if (expiresAt !== undefined && !Number.isFinite(expiresAt)) return false;
  return typeof principal === 'string' && principal !== '' && Array.isArray(scopes);
}

/** On the second at which it expires it has expired (RFC 7519, section 4.1.4): leeway is in `expiresAt`, if anywhere. */
function hasExpired({ expiresAt = Infinity }: Identity): boolean {
  return Date.now() >= expiresAt * 1_000;
}

/** Without what else somebody has put there, such as the token. */
function bare({ principal, scopes, claims, expiresAt }: Identity): Identity {
  return {
    principal,
    scopes,
    ...(claims !== undefined && { claims }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function refuseForNow({ message, retryAfterSeconds }: VerificationUnavailableError): Refusal {
  return { status: 503, code: -32000, message, headers: { 'retry-after': String(retryAfterSeconds) } };
}
