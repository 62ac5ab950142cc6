import { isProxy } from 'node:util/types';
import type { Identity, MaybeIdentity } from './identity.js';
import { reasonOf } from './verification-log.js';
import type { Refusal } from '../jsonrpc/refusal.js';

/**
 * Thrown if callers cannot be verified at the moment, for example while the keys of an authorization server are
 * unavailable. The request is answered with 503 and `Retry-After`, so that clients keep a token that may be valid.
 */
export class VerificationUnavailableError extends Error {
  override readonly name = 'VerificationUnavailableError';
  /** When to try again, in whole seconds. */
  readonly retryAfterSeconds: number;

  /** @param options.retryAfterSeconds when to try again; 1 by default */
  constructor({ retryAfterSeconds = 1, cause }: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super('Nobody can be verified at the moment', { cause });
    this.retryAfterSeconds = Number.isFinite(retryAfterSeconds) ? Math.max(1, Math.ceil(retryAfterSeconds)) : 1;
  }
}

/** Logs why a caller is refused; clients do not learn the reason. */
export type Warn = (reason: string) => void;

interface Verification {
  /** The option in question, for the log. */
  readonly option: string;
  readonly warn: Warn;
  readonly refuseNobody: () => Refusal;
}

/** Runs the verification, and accepts nothing but a valid identity; returns a refusal otherwise. */
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
    const error: unknown = isProxy(thrown) ? undefined : thrown; // Inspecting a Proxy may throw as well.
    warn(`${option} threw ${reasonOf(error)}`);
    if (error instanceof VerificationUnavailableError) return { refusal: refuseForNow(error) };
  }
  return { refusal: refuseNobody() };
}

const IDENTITY = 'it needs a principal, which is text, and scopes, a list; expiresAt, if it has one, is a number';

// Not every application is type-checked. Without a principal, all sessions would belong to one anonymous caller.
function isIdentity(value: unknown): value is Identity {
  const { principal, scopes, expiresAt } = (value ?? {}) as Partial<Identity>;
  if (expiresAt !== undefined && !Number.isFinite(expiresAt)) return false;
  return typeof principal === 'string' && principal !== '' && Array.isArray(scopes);
}

/** It has expired in the second of its expiry (RFC 7519, section 4.1.4). `expiresAt` already includes any leeway. */
function hasExpired({ expiresAt = Infinity }: Identity): boolean {
  return Date.now() >= expiresAt * 1_000;
}

/** Without other members of the object, such as the token. */
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
