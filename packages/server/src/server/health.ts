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
   * The time limit of `ready`, in milliseconds, up to 24 days. Until a check that exceeded it settles, the server
   * reports “not ready”, and no other check starts.
   * @default 900, because probes of Kubernetes wait for a second
   */
  readonly readyTimeoutMs?: number;
}

/** Answers probes. Does not check the host, because probes use IP addresses. Reveals only the status. */
export class Health {
  readonly #answers: ReadonlyMap<string | false, () => Promise<boolean>>;

  /**
   * @param isReady whether the server accepts requests
   * @throws {RangeError} if the limit is invalid
   */
  constructor(options: HealthOptions & Required<ServerPaths>, isReady: () => boolean) {
    const { healthPath, readyPath, ready, readyTimeoutMs = 900 } = options;
    const timeoutMs = limit('readyTimeoutMs', readyTimeoutMs, ANY_TIME);
    const isApplicationReady = shareResult(async () => (await ready?.()) ?? true, timeoutMs);
    this.#answers = new Map([
      [readyPath, async () => isReady() && (await isApplicationReady()) && isReady()],
      [healthPath, async () => true],
    ]);
  }

  /** Answers a request to this path. Returns whether it is a probe. */
  answer(path: string | undefined, request: IncomingMessage, response: ServerResponse): boolean {
    const isOk = path === undefined ? undefined : this.#answers.get(path);
    if (isOk === undefined) return false;
    if (request.method === 'GET' || request.method === 'HEAD') void sendReadiness(response, isOk);
    else response.writeHead(405, { ...HEADERS, allow: 'GET, HEAD' }).end('GET or HEAD\n');
    return true;
  }
}

const HEADERS = { 'content-type': 'text/plain', 'cache-control': 'no-store' };

async function sendReadiness(response: ServerResponse, isOk: () => Promise<boolean>): Promise<void> {
  const answer = await isOk();
  response.writeHead(answer ? 200 : 503, HEADERS).end(answer ? 'ok\n' : 'unavailable\n');
}

/** Runs one check at a time. Concurrent probes share its result, because anyone may probe, and checks may be costly. */
function shareResult(check: () => Promise<boolean>, timeoutMs: number): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  return () => {
    running ??= withTimeout(
      check()
        .catch(() => false)
        .finally(() => (running = undefined)),
      timeoutMs,
      false,
    );
    return running;
  };
}
