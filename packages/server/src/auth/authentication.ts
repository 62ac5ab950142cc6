import type { IncomingMessage } from 'node:http';
import { Bearer, type BearerOptions } from './bearer.js';
import type { AuthenticationResult, MaybeIdentity, AuthenticationRequest } from './identity.js';
import { verifyCaller, secretsIn, VerificationLog, type VerificationLogger } from './verification.js';

export type { Identity } from './identity.js';

export interface AuthenticationOptions {
  /**
   * Identifies the caller of a request from its headers. It is called for every request; the `request` parameter has no
   * body. If the request came through Node, `incoming` is Node's request, with everything that middleware added to it.
   * If the function returns `undefined` or throws, the request is rejected with 401, without a reason. If it throws a
   * `VerificationUnavailableError`, the request is rejected with 503. The runtime logs errors, without header values. A
   * session belongs to the principal that opened it.
   * @default none: callers stay anonymous
   */
  readonly authenticate?: (request: Request, incoming?: IncomingMessage) => MaybeIdentity;
  /**
   * Accepts only requests with a verified bearer token, and shows clients where to get a token (basic/authorization).
   * It replaces `authenticate`.
   * @default none: callers stay anonymous
   */
  readonly bearer?: BearerOptions;
}

/** The functions that identify callers, and that log why callers are rejected. */
export interface Authentication extends Pick<AuthenticationOptions, 'authenticate'> {
  readonly bearer?: Bearer | undefined;
  /** Logs why callers are rejected. */
  readonly log?: VerificationLog | undefined;
}

/** @throws {TypeError} if options contradict each other, or no client could satisfy them */
export function toAuthentication(
  { authenticate, bearer }: AuthenticationOptions,
  logger?: VerificationLogger,
): Authentication {
  const log = logger && new VerificationLog(logger);
  if (bearer === undefined) return authenticate === undefined ? {} : { authenticate, log };
  if (authenticate === undefined) return { bearer: new Bearer(bearer, log) };
  throw new TypeError(
    'authenticate and bearer are both set: remove authenticate if clients send bearer tokens, otherwise remove bearer',
  );
}

/**
 * Identifies the caller of a request, or returns the refusal of the request (basic/authorization). Returns `undefined`
 * if callers may stay anonymous.
 */
export function identify(
  exchange: AuthenticationRequest,
  { authenticate, bearer, log }: Authentication,
): Promise<AuthenticationResult> | undefined {
  if (bearer !== undefined) return bearer.identify(exchange);
  if (authenticate === undefined) return undefined;
  const request = exchange.toRequest();
  return verifyCaller(() => authenticate(request, exchange.incoming), {
    option: 'authenticate',
    warn: (reason) => log?.warn(reason, secretsIn(request.headers)),
    refuse: () => UNAUTHORIZED,
  });
}

const UNAUTHORIZED = {
  status: 401,
  code: -32000,
  message: 'Unauthorized: this server requires authentication',
  headers: { 'www-authenticate': 'Bearer' },
};
