import type { IncomingMessage, ServerResponse } from 'node:http';
import { inTime } from '../shared/in-time.js';
import { ANY_TIME, limit } from '../shared/limit.js';
import type { ServerPaths } from './server-paths.js';

export interface HealthOptions {
  /**
   * Says whether what prompts need is there, such as a database. Where it throws, that is a no. Probes that come while it
   * is being asked share its answer.
   * @default nothing else is needed
   */
  readonly ready?: () => boolean | Promise<boolean>;
  /**
   * How long `ready` may take, in milliseconds, up to 24 days. Then the answer is no, until it has said something; it is
   * not asked again before.
   * @default 900: probes of Kubernetes wait for a second
   */
  readonly readyTimeoutMs?: number;
}

/** Answers probes. They ask by address, so that no host is checked; and they are told nothing but yes or no. */
export class Health {
  readonly #answers: ReadonlyMap<string | false, () => Promise<boolean>>;

  /**
   * @param isReady whether requests are taken, as far as the server knows
   * @throws {RangeError} for a limit that is none
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

  /** Answers a request to this path; says whether it is one for probes. */
  answer(path: string | undefined, request: IncomingMessage, response: ServerResponse): boolean {
    const isWell = path === undefined ? undefined : this.#answers.get(path);
    if (isWell === undefined) return false;
    if (request.method === 'GET' || request.method === 'HEAD') void tell(response, isWell);
    else response.writeHead(405, { ...HEADERS, allow: 'GET, HEAD' }).end('GET or HEAD\n');
    return true;
  }
}

const HEADERS = { 'content-type': 'text/plain', 'cache-control': 'no-store' };

async function tell(response: ServerResponse, isWell: () => Promise<boolean>): Promise<void> {
  const answer = await isWell();
  response.writeHead(answer ? 200 : 503, HEADERS).end(answer ? 'ok\n' : 'unavailable\n');
}

/**
 * Asks one question at a time; all who ask meanwhile are given its answer, which is no once it has taken too long. Anybody
 * may ask, and it may cost something.
 */
function shared(question: () => Promise<boolean>, timeoutMs: number): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  return () => {
    asked ??= inTime(
      question()
        .catch(() => false)
        .finally(() => (asked = undefined)),
      timeoutMs,
      false,
    );
    return asked;
  };
}
