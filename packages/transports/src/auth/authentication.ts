import type { IncomingMessage } from 'node:http';
import { Bearer, type BearerOptions } from './bearer.js';
import type { Asker, MaybeIdentity } from './identity.js';
import type { Asking } from './asking.js';
import { secretsIn, VerificationLog, type VerificationLogger } from './verification-log.js';
import { verified } from './verification.js';

export type { Identity } from './identity.js';

export interface AuthenticationOptions {
  /**
   * Says on whose behalf a request is made, from its headers; the request has no body. Where the request has come through
   * Node, the second parameter is Node's own, with what middleware has left on it. Where it says nobody, or
   * throws, the request is refused with 401 and without a reason; with 503 where it throws a
   * `VerificationUnavailableError`. What it throws is in the log of the runtime, without what the headers hold. It is asked
   * for every request, and a session belongs to the principal that has opened it.
   * @default nobody has to say who they are
   */
  readonly authenticate?: (request: Request, incoming?: IncomingMessage) => MaybeIdentity;
  /**
   * Takes requests only with a bearer token that is verified, and tells clients where they get one
   * (basic/authorization). It takes the place of `authenticate`.
   * @default nobody has to say who they are
   */
  readonly bearer?: BearerOptions;
}

/** How requests say on whose behalf they are made. */
export interface Authentication extends Pick<AuthenticationOptions, 'authenticate'> {
  readonly bearer?: Bearer | undefined;
  /** Where the operator learns why callers are refused. */
  readonly log?: VerificationLog | undefined;
}

/** @throws {TypeError} for options that contradict each other, or that no client could use */
export function toAuthentication(
  { authenticate, bearer }: AuthenticationOptions,
  logger?: VerificationLogger,
): Authentication {
  const log = logger && new VerificationLog(logger);
  if (bearer === undefined) return authenticate === undefined ? {} : { authenticate, log };
  if (authenticate === undefined) return { bearer: new Bearer(bearer, log) };
  throw new TypeError(
    'Both authenticate and bearer say who asks: remove authenticate if clients come with bearer tokens, bearer otherwise',
  );
}

/**
 * Finds out on whose behalf a request is made, or why it is refused (basic/authorization). Returns nothing if nobody has to
 * say who they are.
 */
export function identify(exchange: Asking, { authenticate, bearer, log }: Authentication): Promise<Asker> | undefined {
  if (bearer !== undefined) return bearer.identify(exchange);
  if (authenticate === undefined) return undefined;
  const request = exchange.toRequest();
  return verified(() => authenticate(request, exchange.incoming), {
    option: 'authenticate',
    warn: (reason) => log?.warn(reason, secretsIn(request.headers)),
    refuseNobody: () => UNAUTHORIZED,
  });
}

const UNAUTHORIZED = {
  status: 401,
  code: -32000,
  message: 'Unauthorized: this server has to know who asks',
  headers: { 'www-authenticate': 'Bearer' },
};
