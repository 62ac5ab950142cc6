import type { Exchange } from './exchange.js';
import { type HostOptions, isAllowedOrigin } from './hosts.js';

/** What lets pages on an origin read an answer. */
interface Permission {
  readonly origin: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
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
  /** What pages may always send. */
  readonly #headers: readonly string[];
  // A page sends the same in every request.
  #last: Permission | undefined;

  /** @throws {TypeError} for a header that cannot be one */
  constructor(options: HostOptions) {
    this.#options = options;
    this.#headers = [...HEADERS, ...(options.allowedHeaders ?? []).map(toHeader)];
  }

  /** Answers what a browser asks before the request itself, which it is about to send; nothing to anything else. */
  preflight(exchange: Pick<Exchange, 'method' | 'head' | 'toRequest'>): Response | undefined {
    const { origin } = exchange.head;
    if (exchange.method !== 'OPTIONS' || origin === undefined || !isAllowedOrigin(origin, this.#options))
      return undefined;
    const { headers } = exchange.toRequest();
    if (!headers.has('access-control-request-method')) return undefined;
    const allowed = new Set([...this.#headers, ...namesIn(headers.get('access-control-request-headers') ?? '')]);
    return new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': [...allowed].join(', '),
        'access-control-max-age': MAX_AGE,
      },
    });
  }

  /** What answers to an origin are headed with: nothing where it may not call. */
  permit(origin: string): Permission['headers'] {
    if (origin === this.#last?.origin) return this.#last.headers;
    if (!isAllowedOrigin(origin, this.#options)) return [];
    const headers = [
      ['access-control-allow-origin', origin],
      ['access-control-expose-headers', EXPOSED],
      ['vary', 'Origin'],
    ] as const;
    this.#last = { origin, headers };
    return headers;
  }
}

/** A name as RFC 9110 has it (section 5.1). A lone `*` would let in all headers but the one that counts. */
function toHeader(name: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && name !== '*') return name.toLowerCase();
  throw new TypeError(`${JSON.stringify(name)} in allowedHeaders is no header: name each that pages may send`);
}

function namesIn(list: string): string[] {
  return list
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => OF_MCP.test(name));
}
