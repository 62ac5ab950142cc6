import { type HostOptions, isAllowedOrigin } from './hosts.js';

/** What lets the page read an answer; with it goes `Vary: Origin`. */
export interface CorsHeaders {
  readonly 'access-control-allow-origin': string;
  readonly 'access-control-expose-headers': string;
}

const EXPOSED = 'mcp-session-id, mcp-protocol-version, www-authenticate, retry-after';
const METHODS = 'GET, POST, DELETE';
/** What clients of every revision send. */
const HEADERS = [
  'content-type',
  'accept',
  'authorization',
  'mcp-session-id',
  'mcp-protocol-version',
  'last-event-id',
  'mcp-method',
  'mcp-name',
];
/** A header that MCP may come to know. */
const OF_MCP = /^mcp-[\w-]{1,64}$/;
/** As long as browsers remember the answer to a preflight at most, in seconds. */
const MAX_AGE = '7200';

/**
 * Lets browsers give the answers to the pages that may ask, and only to those (Fetch Standard, "CORS protocol"). Cookies
 * are none of it: who asks is said in `Authorization`.
 */
export class Cors {
  readonly #options: HostOptions;
  // A page sends the same in every request.
  #last: CorsHeaders | undefined;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  /** What answers to an origin are headed with; nothing where it may not call, or there is none. */
  headersFor(origin: string | undefined): CorsHeaders | undefined {
    if (origin === undefined) return undefined;
    if (origin === this.#last?.['access-control-allow-origin']) return this.#last;
    if (!isAllowedOrigin(origin, this.#options)) return undefined;
    this.#last = { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED };
    return this.#last;
  }

  /** Answers what a browser asks before the request itself, which it is about to send; nothing to anything else. */
  preflight({ method, headers }: Request): Response | undefined {
    if (method !== 'OPTIONS' || !headers.has('access-control-request-method')) return undefined;
    if (this.headersFor(headers.get('origin') ?? undefined) === undefined) return undefined;
    const allowed = new Set([...HEADERS, ...namesIn(headers.get('access-control-request-headers') ?? '')]);
    return new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': [...allowed].join(', '),
        'access-control-max-age': MAX_AGE,
      },
    });
  }

  /** Lets the page that has asked read the answer. */
  reveal({ headers }: Request, answer: Response): Response {
    const origin = headers.get('origin');
    const cors = origin === null ? undefined : this.headersFor(origin);
    if (cors === undefined) return answer;
    for (const [name, value] of Object.entries(cors)) answer.headers.set(name, value);
    answer.headers.append('vary', 'Origin');
    return answer;
  }
}

function namesIn(list: string): string[] {
  return list
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => OF_MCP.test(name));
}
