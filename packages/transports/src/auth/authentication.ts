import { Bearer, type BearerOptions } from './bearer.js';
import type { Asker, Identity, MaybeIdentity } from './identity.js';
import { refuse } from '../jsonrpc/refusal.js';
import { secretsIn, VerificationLog, type VerificationLogger } from './verification-log.js';
import { verified } from './verification.js';

export type { Identity } from './identity.js';

export interface AuthenticationOptions {
  /**
   * Says on whose behalf a request is made, from its headers; it must leave the body alone. Where it says nobody, or
   * throws, the request is refused with 401 and without a reason; with 503 where it throws a
   * `VerificationUnavailableError`. What it throws is in the log of the runtime, without what the headers hold. It is asked
   * for every request, and a session belongs to the principal that has opened it.
   * @default nobody has to say who they are
   */
  readonly authenticate?: (request: Request) => MaybeIdentity;
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

/** The requests of which it is known already on whose behalf they are made. */
const vouched = new WeakMap<Request, Identity>();

/** Spares a request the question, which has been answered. */
export function vouch(request: Request, identity: Identity): void {
  vouched.set(request, identity);
}

/** Finds out on whose behalf a request is made; gives the refusal to answer with when that is nobody (basic/authorization). */
export async function identify(request: Request, { authenticate, bearer, log }: Authentication): Promise<Asker> {
  const known = vouched.get(request);
  if (known !== undefined) return { identity: known };
  if (bearer !== undefined) return bearer.identify(request);
  if (authenticate === undefined) return { identity: undefined };
  return verified(() => authenticate(request), {
    option: 'authenticate',
    warn: (reason) => log?.warn(reason, secretsIn(request.headers)),
    refuseNobody: () => refuse(UNAUTHORIZED),
  });
}

const UNAUTHORIZED = {
  status: 401,
  code: -32000,
  message: 'Unauthorized: this server has to know who asks',
  headers: { 'www-authenticate': 'Bearer' },
};
