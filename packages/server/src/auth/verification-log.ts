import { isNativeError } from 'node:util/types';

/** Receives refusals; the logger of a runtime is one. */
export interface VerificationLogger {
  warn(message: string, data?: unknown): void;
}

/** How long a logged reason is not repeated, in milliseconds. */
const AGAIN_MS = 60_000;
/** The maximum number of reasons logged in that time: an attacker can cause many. */
const MAX_REASONS = 20;
const MAX_LENGTH = 300;
/** Shorter strings may occur in a text by chance. */
const SHORTEST_SECRET = 6;

/** Logs why callers could not be verified, each reason once a minute, and never what they sent. */
export class VerificationLog {
  readonly #logger: VerificationLogger;
  readonly #logged = new Set<string>();
  #began = -Infinity;

  constructor(logger: VerificationLogger) {
    this.#logger = logger;
  }

  /** @param secrets what the caller sent, which is removed from the log */
  warn(reason: string, secrets: readonly string[]): void {
    const line = lineOf(reason, secrets);
    if (!this.#isNew(line)) return;
    try {
      this.#logger.warn(`A caller could not be verified: ${line}`);
    } catch {
      // A failing logger must not let the caller in.
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

/** Everything that a caller may have sent: any header may hold a key. */
export function secretsIn(headers: Headers): string[] {
  return [...headers.values()].flatMap((value) => [value, ...value.split(/[\s,;=]+/)]);
}

// On one line, so that callers cannot forge lines.
function lineOf(reason: string, secrets: readonly string[]): string {
  let line = reason;
  for (const secret of secrets) if (secret.length >= SHORTEST_SECRET) line = line.replaceAll(secret, '…');
  return line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_LENGTH);
}

/** The maximum depth of causes. */
const MAX_DEPTH = 3;

/** Describes an error and its causes for the operator: any value may have been thrown. */
export function reasonOf(error: unknown, depth = 1): string {
  if (!isError(error)) return `a value that is not an error (${typeof error})`;
  const name = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const isQuiet = error.message === '' || error.name === 'SyntaxError'; // Parsers quote their input.
  const said = isQuiet ? name : `${name}: ${error.message}`;
  return depth < MAX_DEPTH && isError(error.cause) ? `${said}; ${reasonOf(error.cause, depth + 1)}` : said;
}

/** Also of another realm, such as errors of `fetch` under a test runner. */
function isError(value: unknown): value is Error {
  return value instanceof Error || isNativeError(value);
}
