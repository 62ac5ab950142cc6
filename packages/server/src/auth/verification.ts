import { isProxy, isNativeError } from 'node:util/types';
import type { Identity, MaybeIdentity } from './identity.js';
import type { Refusal } from '../jsonrpc/answer.js';

/**
 * Thrown if callers cannot be verified at the moment, for example while the keys of an authorization server are
 * unavailable. The response is 503 with `Retry-After`, so that clients keep a token that may be valid.
 */
export class VerificationUnavailableError extends Error {
  override readonly name = 'VerificationUnavailableError';
  /** The time until the next attempt, in whole seconds. */
  readonly retryAfterSeconds: number;

  /** @param options.retryAfterSeconds the time until the next attempt; 1 by default */
  constructor({ retryAfterSeconds = 1, cause }: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super('Callers cannot be verified at the moment', { cause });
    this.retryAfterSeconds = Number.isFinite(retryAfterSeconds) ? Math.max(1, Math.ceil(retryAfterSeconds)) : 1;
  }
}

/** Logs why a caller is rejected. Clients do not learn the reason. */
export type Warn = (reason: string) => void;

interface Verification {
  /** The option that the verifier comes from, for the log. */
  readonly option: string;
  readonly warn: Warn;
  readonly refuse: () => Refusal;
}

/** Runs the verification. Returns a refusal unless the result is a valid identity. */
export async function verifyCaller(
  verify: () => MaybeIdentity,
  { option, warn, refuse }: Verification,
): Promise<{ identity: Identity } | { refusal: Refusal }> {
  try {
    const result: unknown = await verify();
    if (!isIdentity(result)) {
      if (result !== undefined && result !== null) warn(`${option} returned an invalid identity: ${IDENTITY}`);
    } else if (!hasExpired(result)) return { identity: pickIdentity(result) };
  } catch (thrown) {
    const error: unknown = isProxy(thrown) ? undefined : thrown; // Inspecting a Proxy may throw, too.
    warn(`${option} threw ${reasonOf(error)}`);
    if (error instanceof VerificationUnavailableError) return { refusal: unavailableRefusal(error) };
  }
  return { refusal: refuse() };
}

const IDENTITY =
  'principal must be a non-empty string, scopes must be an array, and expiresAt must be a number or missing';

// Not every application is type-checked. Without a principal, all sessions would belong to one anonymous caller.
function isIdentity(value: unknown): value is Identity {
  const { principal, scopes, expiresAt } = (value ?? {}) as Partial<Identity>;
  if (expiresAt !== undefined && !Number.isFinite(expiresAt)) return false;
  return typeof principal === 'string' && principal !== '' && Array.isArray(scopes);
}

/** An identity expires at the start of the second (RFC 7519, section 4.1.4). `expiresAt` includes any leeway. */
function hasExpired({ expiresAt = Infinity }: Identity): boolean {
  return Date.now() >= expiresAt * 1_000;
}

/** Picks the known properties of an identity. Others, such as the token, are dropped. */
function pickIdentity({ principal, scopes, claims, expiresAt }: Identity): Identity {
  return {
    principal,
    scopes,
    ...(claims !== undefined && { claims }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function unavailableRefusal({ message, retryAfterSeconds }: VerificationUnavailableError): Refusal {
  return { status: 503, code: -32000, message, headers: { 'retry-after': String(retryAfterSeconds) } };
}

/** Receives the reasons for refusals, for example a runtime's logger. */
export interface VerificationLogger {
  warn(message: string, data?: unknown): void;
}

/** The time during which the same reason is logged only once, in milliseconds. */
const AGAIN_MS = 60_000;
/** The maximum number of reasons logged in that time, because an attacker can cause many. */
const MAX_REASONS = 20;
const MAX_LENGTH = 300;
/** The minimum length of a secret. Shorter strings may occur in a reason by chance. */
const SHORTEST_SECRET = 6;

/** Logs why callers could not be verified. Logs each reason once a minute, and never the values that a caller sent. */
export class VerificationLog {
  readonly #logger: VerificationLogger;
  readonly #logged = new Set<string>();
  #began = -Infinity;

  constructor(logger: VerificationLogger) {
    this.#logger = logger;
  }

  /** @param secrets strings from the caller, which the log must not contain */
  warn(reason: string, secrets: readonly string[]): void {
    const line = lineOf(reason, secrets);
    if (!this.#isNew(line)) return;
    try {
      this.#logger.warn(`A caller could not be verified: ${line}`);
    } catch {
      // The caller is rejected even if the logger fails.
    }
  }

  #isNew(line: string): boolean {
    const now = performance.now();
    if (now - this.#began >= AGAIN_MS) {
      this.#logged.clear();
      this.#began = now;
    }
    if (this.#logged.has(line) || this.#logged.size >= MAX_REASONS) return false;
    this.#logged.add(line);
    return true;
  }
}

/** Returns the values of a caller's headers and their parts. Any header may contain a key. */
export function secretsIn(headers: Headers): string[] {
  return [...headers.values()].flatMap((value) => [value, ...value.split(/[\s,;=]+/)]);
}

// Writes one line, so that callers cannot forge lines of the log.
function lineOf(reason: string, secrets: readonly string[]): string {
  let line = reason;
  for (const secret of secrets) if (secret.length >= SHORTEST_SECRET) line = line.replaceAll(secret, '…');
  return line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_LENGTH);
}

/** The maximum depth of causes. */
const MAX_DEPTH = 3;

/** Describes a thrown value and its causes for the operator. */
export function reasonOf(error: unknown, depth = 1): string {
  if (!isError(error)) return `a value that is not an error (${typeof error})`;
  const name = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  // Omits the message of a `SyntaxError`, because parsers quote their input.
  const isQuiet = error.message === '' || error.name === 'SyntaxError';
  const text = isQuiet ? name : `${name}: ${error.message}`;
  return depth < MAX_DEPTH && isError(error.cause) ? `${text}; ${reasonOf(error.cause, depth + 1)}` : text;
}

/** Whether a value is an error. Accepts errors from a different realm, such as those of `fetch` under a test runner. */
function isError(value: unknown): value is Error {
  return value instanceof Error || isNativeError(value);
}
