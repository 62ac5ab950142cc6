import type { Document } from '../jsonrpc/answer.js';
import type { Exchange } from './exchange.js';
import { type HostOptions, isAllowedOrigin } from './hosts.js';

/** The header that lets pages of an origin read a response. */
interface Permission {
  readonly origin: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const EXPOSED = 'mcp-session-id, mcp-protocol-version, www-authenticate, retry-after';
const METHODS = 'GET, POST, DELETE';
/** The headers that clients of every protocol revision send. */
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
/** Matches headers that later protocol revisions may define. */
const OF_MCP = /^mcp-[\w-]{1,64}$/;
/** The maximum time that browsers cache a preflight response, in seconds. */
const MAX_AGE = '7200';

/**
 * Permits only pages of allowed origins to read responses (Fetch Standard, "CORS protocol"). Does not permit cookies,
 * because callers are identified by `Authorization`.
 */
export class Cors {
  readonly #options: HostOptions;
  /** The headers that pages may always send. */
  readonly #headers: readonly string[];
  // Caches the last result, because a page sends the same headers in every request.
  #last: Permission | undefined;

  /** @throws {TypeError} if a header name is invalid */
  constructor(options: HostOptions) {
    this.#options = options;
    this.#headers = [...HEADERS, ...(options.allowedHeaders ?? []).map(toHeader)];
  }

  /** Answers a preflight request; returns `undefined` for any other request. */
  preflight(exchange: Pick<Exchange, 'method' | 'head' | 'toRequest'>): Document | undefined {
    const { origin } = exchange.head;
    if (exchange.method !== 'OPTIONS' || origin === undefined || !isAllowedOrigin(origin, this.#options))
      return undefined;
    const { headers } = exchange.toRequest();
    if (!headers.has('access-control-request-method')) return undefined;
    const allowed = new Set([...this.#headers, ...namesIn(headers.get('access-control-request-headers') ?? '')]);
    return {
      status: 204,
      text: '',
      headers: {
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': [...allowed].join(', '),
        'access-control-max-age': MAX_AGE,
      },
    };
  }

  /** The headers of responses to an origin; none if the origin is not permitted. */
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

/** Matches a header name (RFC 9110, section 5.1). A lone `*` would permit all headers except `Authorization`. */
function toHeader(name: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && name !== '*') return name.toLowerCase();
  throw new TypeError(
    `${JSON.stringify(name)} in allowedHeaders is not a header name: list each header that pages may send`,
  );
}

function namesIn(list: string): string[] {
  return list
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => OF_MCP.test(name));
}
