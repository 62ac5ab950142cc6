import { createHash, randomBytes } from 'node:crypto';
import { type GivenAuth, type ElicitRequest, type ElicitResult, RequestError } from '@cuecard/core';
import { isRecord } from '../jsonrpc/message.js';
import { limit } from '../shared/limit.js';

export interface RequestStateOptions {
  /**
   * The key that signs the state which clients carry from one round of questions to the next, at least 32 bytes.
   * Processes that serve the same clients need the same key.
   * @default a random one for this process
   */
  readonly stateKey?: Uint8Array | string;
  /**
   * How long a user may take to answer before the questions start over, in milliseconds.
   * @default 600000, ten minutes
   */
  readonly stateTtlMs?: number;
}

/** The answers so far, as a client carries them: readable there, but not changeable. */
export interface State {
  /** The request and caller that it belongs to. */
  readonly about: string;
  /** The forms of the last round, by their keys at the client. */
  readonly asked: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, ElicitResult>>;
}

/** Distinguishes these tokens from others signed with the same key. */
const TYPE = 'cuecard-state';

let keyOfThisProcess: Uint8Array | undefined;

/** Signs states, and verifies those that it signed for the same caller and request (basic/patterns/mrtr). */
export class RequestState {
  readonly #given: Uint8Array | undefined;
  readonly #ttlSeconds: number;

  /** @throws {RangeError} if the key is shorter than 32 bytes, or the time is invalid */
  constructor({ stateKey, stateTtlMs = 600_000 }: RequestStateOptions) {
    this.#ttlSeconds = Math.ceil(limit('stateTtlMs', stateTtlMs) / 1000);
    this.#given = stateKey === undefined ? undefined : bytesOf(stateKey);
  }

  /** Created when first needed: handlers are created while modules load, when some platforms provide no randomness. */
  get #key(): Uint8Array {
    return this.#given ?? (keyOfThisProcess ??= randomBytes(32));
  }

  async sign(state: State): Promise<string> {
    const { SignJWT } = await import('jose');
    return new SignJWT({ state })
      .setProtectedHeader({ alg: 'HS256', typ: TYPE })
      .setExpirationTime(`${this.#ttlSeconds} seconds`)
      .sign(this.#key);
  }

  /**
   * Reads the state from a client; returns nothing if there is none.
   * @throws {RequestError} if the state is not from this server, has expired, or belongs to another caller or request
   */
  async read(about: string, signed: unknown): Promise<State | undefined> {
    if (signed === undefined) return undefined;
    const state = await this.#verify(String(signed)).catch(() => undefined);
    if (state?.about === about) return state;
    throw new RequestError('Invalid or expired requestState: ask again without it', {
      code: -32602,
      data: { reason: 'invalid_request_state' },
    });
  }

  async #verify(signed: string): Promise<State> {
    const { jwtVerify } = await import('jose');
    const { payload } = await jwtVerify<{ state: State }>(signed, this.#key, {
      algorithms: ['HS256'],
      typ: TYPE,
      requiredClaims: ['exp'],
    });
    return payload.state;
  }
}

/** Copies the key, because its owner may wipe it. */
function bytesOf(stateKey: Uint8Array | string): Uint8Array {
  const key = typeof stateKey === 'string' ? new TextEncoder().encode(stateKey) : Uint8Array.from(stateKey);
  if (key.length >= 32) return key;
  throw new RangeError(`stateKey has ${key.length} bytes: give one of 32 or more, such as randomBytes(32)`);
}

/** A request that may be repeated. */
export interface Repeatable {
  readonly method: string;
  readonly params: unknown;
  readonly auth: Pick<GivenAuth, 'principal'> | undefined;
}

/** The binding of a state: the caller, the method, and the arguments in any order. */
export function digestOf({ method, params, auth }: Repeatable): string {
  const { name, uri, arguments: given } = (params ?? {}) as { name?: unknown; uri?: unknown; arguments?: unknown };
  return digest([method, auth?.principal ?? null, name ?? uri, inOrder(given)]);
}

/** A short digest of a form, equal only for equal forms. */
export function digestOfForm(form: ElicitRequest): string {
  return digest([form.message, form.requestedSchema]).slice(0, 16);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/** A JSON value in canonical member order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).toSorted(byName);
  return { members: members.map(([name, member]) => [name, inOrder(member)]) };
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
