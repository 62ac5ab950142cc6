import type { IncomingMessage, ServerResponse } from 'node:http';
import { withTimeout } from '../shared/timers.js';
import { ANY_TIME, limit } from '../shared/limit.js';
import type { ServerPaths } from './paths.js';

export interface HealthOptions {
  /**
   * Returns whether the dependencies of prompts are available, such as a database. Throwing means no. Probes that
   * arrive during the check share its result.
   * @default always ready
   */
  readonly ready?: () => boolean | Promise<boolean>;
  /**
   * The time limit of `ready`, in milliseconds, up to 24 days. Then the answer is no until it settles; it is not called
   * again before.
   * @default 900: probes of Kubernetes wait for a second
   */
  readonly readyTimeoutMs?: number;
}

/** Answers probes. They use addresses, so that no host is checked; they learn only yes or no. */
export class Health {
  readonly #answers: ReadonlyMap<string | false, () => Promise<boolean>>;

  /**
   * @param isReady whether the server accepts requests
   * @throws {RangeError} if the limit is invalid
   */
  constructor(options: HealthOptions & Required<ServerPaths>, isReady: () => boolean) {
    const { healthPath, readyPath, ready, readyTimeoutMs = 900 } = options;
    const timeoutMs = limit('readyTimeoutMs', readyTimeoutMs, ANY_TIME);
    const isToldReady = shared(async () => (await ready?.()) ?? true, timeoutMs);
    this.#answers = new Map([
      [readyPath, async () => isReady() && (await isToldReady()) && isReady()],
      [healthPath, async () => true],
    ]);
  }

  /** Answers a request to this path; returns whether it is a probe. */
  answer(path: string | undefined, request: IncomingMessage, response: ServerResponse): boolean {
    const isWell = path === undefined ? undefined : this.#answers.get(path);
    if (isWell === undefined) return false;
    if (request.method === 'GET' || request.method === 'HEAD') void sendReadiness(response, isWell);
    else response.writeHead(405, { ...HEADERS, allow: 'GET, HEAD' }).end('GET or HEAD\n');
    return true;
  }
}

const HEADERS = { 'content-type': 'text/plain', 'cache-control': 'no-store' };

async function sendReadiness(response: ServerResponse, isWell: () => Promise<boolean>): Promise<void> {
  const answer = await isWell();
  response.writeHead(answer ? 200 : 503, HEADERS).end(answer ? 'ok\n' : 'unavailable\n');
}

/**
 * Runs one check at a time, whose result all concurrent probes share; it is no after the time limit. Anyone may probe,
 * and checks may be costly.
 */
function shared(question: () => Promise<boolean>, timeoutMs: number): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  return () => {
    asked ??= withTimeout(
      question()
        .catch(() => false)
        .finally(() => (asked = undefined)),
      timeoutMs,
      false,
    );
    return asked;
  };
}
