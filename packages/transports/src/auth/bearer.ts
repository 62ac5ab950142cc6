import type { Asker, MaybeIdentity } from './identity.js';
import { ProtectedResource, type ProtectedResourceOptions } from './protected-resource.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import type { VerificationLog } from './verification-log.js';
import type { Asking } from './asking.js';
import { verified, type Warn } from './verification.js';

export interface BearerOptions extends ProtectedResourceOptions {
  /**
   * Says on whose behalf a token is used. It must take only tokens that are made out to this server, or others could use
   * here what they were given elsewhere. Where it gives nobody, or throws, the token is refused as invalid; with 503 where
   * it throws a `VerificationUnavailableError`. What it throws is in the log of the runtime, without the token; and so is
   * what it says to `warn`, for where it gives nobody without throwing. It is asked for every request.
   */
  readonly verify: (token: string, warn: Warn) => MaybeIdentity;
  /**
   * What every request needs; what single prompts need beyond it is said with them.
   * @default none
   */
  readonly scopes?: readonly string[];
}

/** Lets in whoever holds a token, as a resource server of OAuth does (basic/authorization; RFC 6750). */
export class Bearer {
  readonly resource: ProtectedResource;
  readonly #verify: BearerOptions['verify'];
  readonly #scopes: readonly string[];
  readonly #log: VerificationLog | undefined;
  /** Where a client gets a token, and for what, as parameters of `WWW-Authenticate`. */
  readonly #remedy: string;

  /** @throws {TypeError} for what no client could be told */
  constructor(options: BearerOptions, log?: VerificationLog) {
    const { verify, scopes = [], scopesSupported = scopes } = options;
    if (typeof verify !== 'function') throw new TypeError('bearer has no verify: say who holds a token');
    for (const scope of [...scopes, ...scopesSupported]) checkScope(scope);
    this.resource = new ProtectedResource(scopesSupported.length > 0 ? { ...options, scopesSupported } : options);
    this.#verify = verify;
    this.#scopes = scopes;
    this.#log = log;
    const needed = scopes.length > 0 ? `, scope="${scopes.join(' ')}"` : '';
    this.#remedy = `resource_metadata="${this.resource.metadataUrl}"${needed}`;
  }

  /** Finds out who makes a request. A token in its query is never read, and not tolerated beside one in its header. */
  async identify({ head: { authorization }, url }: Pick<Asking, 'head' | 'url'>): Promise<Asker> {
    if (authorization !== undefined && hasToken(url)) return { refusal: this.#refuse(TWICE) };
    const token = readToken(authorization);
    if (typeof token !== 'string') return { refusal: this.#refuse(token) };
    const warn = (reason: string) => this.#log?.warn(reason, [token]);
    const asker = await verified(() => this.#verify(token, warn), {
      option: 'verify',
      warn,
      refuseNobody: () => this.#refuse(INVALID),
    });
    if ('refusal' in asker || this.#scopes.every((scope) => asker.identity.scopes.includes(scope))) return asker;
    return { refusal: this.#refuse(INSUFFICIENT) };
  }

  #refuse({ status, error, message }: Fault): Refusal {
    const challenge = error === undefined ? this.#remedy : `error="${error}", ${this.#remedy}`;
    return { status, code: -32000, message, headers: { 'www-authenticate': `Bearer ${challenge}` } };
  }
}

/** What is wrong with how somebody asks, in words of RFC 6750, section 3.1. */
interface Fault {
  readonly status: number;
  readonly error?: string;
  readonly message: string;
}

const MISSING: Fault = { status: 401, message: 'Unauthorized: this server takes requests with a bearer token only' };
const INVALID: Fault = {
  status: 401,
  error: 'invalid_token',
  message: 'Unauthorized: the token has expired, or is not for this server; get another one',
};
const TWICE: Fault = {
  status: 400,
  error: 'invalid_request',
  message: 'A bearer token belongs into the Authorization header, once and nowhere else',
};
const INSUFFICIENT: Fault = {
  status: 403,
  error: 'insufficient_scope',
  message: 'Forbidden: the token lacks a scope that every request needs here',
};

/** Whether the query of a URL holds a token. */
function hasToken(url: string): boolean {
  return url.includes('?') && new URLSearchParams(url.slice(url.indexOf('?'))).has('access_token');
}

const BEARER = /^bearer(?: +(.*))?$/i;
const TOKEN = /^[\w\-.~+/]+=*$/;

/** The token in an `Authorization` header, of which there must be one (RFC 6750, section 2.1); or what is wrong. */
function readToken(authorization = ''): string | Fault {
  const credentials = BEARER.exec(authorization);
  if (credentials === null) return MISSING; // Such as nothing at all, or Basic.
  const [, token = ''] = credentials;
  if (token === '' || token.includes(',')) return TWICE; // Headers that come twice are joined by a comma.
  return TOKEN.test(token) ? token : INVALID;
}

/** What a scope may consist of (RFC 6749, section 3.3): nothing that would have to be escaped in a header. */
function checkScope(scope: string): void {
  if (/^[!#-[\]-~]+$/.test(scope)) return;
  throw new TypeError(`${JSON.stringify(scope)} is no scope: write one each, without spaces, quotes or backslashes`);
}
