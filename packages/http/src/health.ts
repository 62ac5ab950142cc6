import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerPaths } from './server-paths.js';

export interface HealthOptions {
  /**
   * Says whether what prompts need is there, such as a database. Where it throws, that is a no. Probes that come while it
   * is being asked share its answer.
   * @default nothing else is needed
   */
  readonly ready?: () => boolean | Promise<boolean>;
}

/** Answers probes. They ask by address, so that no host is checked; and they are told nothing but yes or no. */
export class Health {
  readonly #answers: ReadonlyMap<string | false, () => Promise<boolean>>;

  /** @param isReady whether requests are taken, as far as the server knows */
  constructor({ healthPath, readyPath, ready }: HealthOptions & Required<ServerPaths>, isReady: () => boolean) {
    const isToldReady = shared(async () => (await ready?.()) ?? true);
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

/** Asks one question at a time; all who ask meanwhile are given its answer. Anybody may ask, and it may cost something. */
function shared(question: () => Promise<boolean>): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  return () => {
    asked ??= question()
      .catch(() => false)
      .finally(() => (asked = undefined));
    return asked;
  };
}
