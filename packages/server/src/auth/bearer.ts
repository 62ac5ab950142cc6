import { type OptionKinds, validateOptions, OptionKind } from '@cuecard/core';
import type { AuthenticationResult, MaybeIdentity, AuthenticationRequest } from './identity.js';
import { ProtectedResource, type ProtectedResourceOptions } from './protected-resource.js';
import type { Refusal } from '../jsonrpc/answer.js';
import { verifyCaller, type Warn, type VerificationLog } from './verification.js';

export interface BearerOptions extends ProtectedResourceOptions {
  /**
   * Returns the identity behind a token. It is called for every request. It must accept only tokens issued for this
   * server; otherwise a different server could use the tokens that it receives to call this server. If it returns
   * `undefined` or throws, the token is rejected as invalid. If it throws a `VerificationUnavailableError`, the request
   * is rejected with 503. The runtime logs errors and calls of `warn`, without the token.
   */
  readonly verify: (token: string, warn: Warn) => MaybeIdentity;
  /**
   * The scopes that every request needs. Definitions can declare additional scopes.
   * @default none
   */
  readonly scopes?: readonly string[];
}

const SCOPES = new OptionKind("an array of scopes, such as ['orders:read']", Array.isArray);

const OPTIONS: OptionKinds<BearerOptions> = {
  verify: true,
  scopes: SCOPES,
  resource: true,
  authorizationServers: true,
  scopesSupported: SCOPES,
  resourceName: true,
  resourceDocumentation: true,
};

/** Authenticates callers by bearer tokens, as an OAuth resource server (basic/authorization; RFC 6750). */
export class Bearer {
  readonly resource: ProtectedResource;
  readonly #verify: BearerOptions['verify'];
  /** The scopes that every request needs. */
  readonly scopes: readonly string[];
  readonly #log: VerificationLog | undefined;
  /** The parameters of `WWW-Authenticate` that show a client where to get a token, and the scopes to request. */
  readonly #remedy: string;

  /** @throws {TypeError} for unknown options, and for scopes or URLs that a header cannot contain */
  constructor(options: BearerOptions, log?: VerificationLog) {
    const known = validateOptions('bearer', options, OPTIONS);
    const { verify, scopes = [], scopesSupported = scopes } = known;
    if (typeof verify !== 'function')
      throw new TypeError('bearer has no verify: set a function that returns the identity of a token');
    for (const scope of [...scopes, ...scopesSupported]) checkScope(scope);
    this.resource = new ProtectedResource(scopesSupported.length > 0 ? { ...known, scopesSupported } : known);
    this.#verify = verify;
    this.scopes = scopes;
    this.#log = log;
    const needed = scopes.length > 0 ? `, scope="${scopes.join(' ')}"` : '';
    this.#remedy = `resource_metadata="${this.resource.metadataUrl}"${needed}`;
  }

  /** Identifies the caller. Never accepts a token in the query, or a second token in the header. */
  async identify({
    head: { authorization },
    url,
  }: Pick<AuthenticationRequest, 'head' | 'url'>): Promise<AuthenticationResult> {
    if (authorization !== undefined && hasToken(url)) return { refusal: this.#refuse(REPEATED_TOKEN) };
    const token = readToken(authorization);
    if (typeof token !== 'string') return { refusal: this.#refuse(token) };
    const warn = (reason: string) => this.#log?.warn(reason, [token]);
    const result = await verifyCaller(() => this.#verify(token, warn), {
      option: 'verify',
      warn,
      refuse: () => this.#refuse(INVALID),
    });
    if ('refusal' in result || this.scopes.every((scope) => result.identity.scopes.includes(scope))) return result;
    return { refusal: this.#refuse(INSUFFICIENT) };
  }

  #refuse({ status, error, message }: Fault): Refusal {
    const challenge = error === undefined ? this.#remedy : `error="${error}", ${this.#remedy}`;
    return { status, code: -32000, message, headers: { 'www-authenticate': `Bearer ${challenge}` } };
  }
}

/** The errors of a request, as RFC 6750, section 3.1, defines them. */
interface Fault {
  readonly status: number;
  readonly error?: string;
  readonly message: string;
}

const MISSING: Fault = { status: 401, message: 'Unauthorized: this server requires a bearer token' };
const INVALID: Fault = {
  status: 401,
  error: 'invalid_token',
  message: 'Unauthorized: the token is invalid, has expired or is not for this server; request a new token',
};
const REPEATED_TOKEN: Fault = {
  status: 400,
  error: 'invalid_request',
  message: 'Send the bearer token once, in the Authorization header only',
};
const INSUFFICIENT: Fault = {
  status: 403,
  error: 'insufficient_scope',
  message: 'Forbidden: the token lacks a scope that this server requires',
};

/** Whether the query of a URL contains a token. */
function hasToken(url: string): boolean {
  return url.includes('?') && new URLSearchParams(url.slice(url.indexOf('?'))).has('access_token');
}

const BEARER = /^bearer(?: +(.*))?$/i;
const TOKEN = /^[\w\-.~+/]+=*$/;

/** Returns the token in the only `Authorization` header (RFC 6750, section 2.1), or the error. */
function readToken(authorization = ''): string | Fault {
  const credentials = BEARER.exec(authorization);
  if (credentials === null) return MISSING; // The request has no header, or uses another scheme such as Basic.
  const [, token = ''] = credentials;
  if (token === '' || token.includes(',')) return REPEATED_TOKEN; // A comma joins repeated headers.
  return TOKEN.test(token) ? token : INVALID;
}

function checkScope(scope: string): void {
  if (isScope(scope)) return;
  throw new TypeError(
    `${JSON.stringify(scope)} is not a valid scope: write one scope per entry, without spaces, quotes and backslashes`,
  );
}

/** Whether a value is a scope (RFC 6749, section 3.3), which a header can contain without escapes. */
export function isScope(text: unknown): text is string {
  return typeof text === 'string' && /^[!#-[\]-~]+$/.test(text);
}
