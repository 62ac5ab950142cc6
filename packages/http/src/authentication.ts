import { refuse } from './refusal.js';

/** On whose behalf a request is made, after somebody has verified it. */
export interface Identity {
  /** Who it is, the same in every request. */
  readonly principal: string;
  readonly scopes: readonly string[];
  /** What else has been verified. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

export interface AuthenticationOptions {
  /**
   * Says on whose behalf a request is made, from its headers; it must leave the body alone. Where it says nobody, or
   * throws, the request is refused with 401 and without a reason. It is asked for every request, and a session belongs to
   * the principal that has opened it.
   * @default nobody has to say who they are
   */
  readonly authenticate?: (request: Request) => Identity | undefined | Promise<Identity | undefined>;
}

/** The requests of which it is known already on whose behalf they are made. */
const vouched = new WeakMap<Request, Identity>();

/** Spares a request the question, which has been answered. */
export function vouch(request: Request, identity: Identity): void {
  vouched.set(request, identity);
}

/** Finds out on whose behalf a request is made; gives the refusal to answer with when that is nobody (basic/authorization). */
export async function identify(
  request: Request,
  { authenticate }: AuthenticationOptions,
): Promise<{ identity: Identity | undefined } | { refusal: Response }> {
  if (authenticate === undefined) return { identity: undefined };
  const known = vouched.get(request);
  if (known !== undefined) return { identity: known };
  try {
    const identity = await authenticate(request);
    if (isIdentity(identity)) return { identity };
  } catch {
    // What went wrong may tell of secrets: neither the client nor a log gets to see it.
  }
  return { refusal: refuse(UNAUTHORIZED) };
}

// Not every caller is compiled, and without a principal all sessions would belong to the same nobody.
function isIdentity(value: unknown): value is Identity {
  const { principal, scopes } = (value ?? {}) as Partial<Identity>;
  return typeof principal === 'string' && principal !== '' && Array.isArray(scopes);
}

const UNAUTHORIZED = {
  status: 401,
  code: -32000,
  message: 'Unauthorized: this server has to know who asks',
  headers: { 'www-authenticate': 'Bearer' },
};
