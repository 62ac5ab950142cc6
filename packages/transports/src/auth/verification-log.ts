/** What is told of refusals: the logger of a runtime is one. */
export interface VerificationLogger {
  warn(message: string, data?: unknown): void;
}

/** For how long nothing is said again that has been said, in milliseconds. */
const AGAIN_MS = 60_000;
/** How many reasons are told in that time: whoever sends tokens may think of many. */
const MAX_REASONS = 20;
const MAX_LENGTH = 300;
/** What is shorter is in texts by chance. */
const SHORTEST_SECRET = 6;

/** Tells the operator why callers could not be verified, each reason once a minute; and never what they have sent. */
export class VerificationLog {
  readonly #logger: VerificationLogger;
  readonly #told = new Set<string>();
  #began = -Infinity;

  constructor(logger: VerificationLogger) {
    this.#logger = logger;
  }

  /** @param secrets what the caller has sent, of which nothing gets into the log */
  warn(reason: string, secrets: readonly string[]): void {
    const line = lineOf(reason, secrets);
    if (!this.#isNew(line)) return;
    try {
      this.#logger.warn(`A caller could not be verified: ${line}`);
    } catch {
      // They are refused all the same.
    }
  }

  #isNew(line: string): boolean {
    const now = performance.now();
    if (now - this.#began >= AGAIN_MS) {
      this.#told.clear();
      this.#began = now;
    }
    if (this.#told.has(line) || this.#told.size >= MAX_REASONS) return false;
    this.#told.add(line);
    return true;
  }
}

/** Whatever a caller can have said of themselves: any header may hold a key. */
export function secretsIn(headers: Headers): string[] {
  return [...headers.values()].flatMap((value) => [value, ...value.split(/[\s,;=]+/)]);
}

// In one line, so that nobody writes lines of their own.
function lineOf(reason: string, secrets: readonly string[]): string {
  let line = reason;
  for (const secret of secrets) if (secret.length >= SHORTEST_SECRET) line = line.replaceAll(secret, '…');
  return line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_LENGTH);
}
