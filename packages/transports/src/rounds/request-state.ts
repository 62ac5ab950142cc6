import { createHash, randomBytes } from 'node:crypto';
import { type GivenAuth, type ElicitRequest, type ElicitResult, RequestError } from '@cuecard/core';
import { isRecord } from '../jsonrpc/message.js';
import { limit } from '../shared/limit.js';

export interface RequestStateOptions {
  /**
   * What signs the state that clients carry from one round of questions to the next, of 32 bytes at least. Processes that
   * answer the same clients need the same one.
   * @default a random one for this process
   */
  readonly stateKey?: Uint8Array | string;
  /**
   * How long a person may take to answer before the questions start over, in milliseconds.
   * @default 600000, ten minutes
   */
  readonly stateTtlMs?: number;
}

/** What has been answered so far, as a client carries it: it can be read there, but not changed. */
export interface State {
  /** The request that it belongs to, and its caller. */
  readonly about: string;
  /** What has been asked in the last round: the forms, by the keys that the client has them under. */
  readonly asked: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, ElicitResult>>;
}

/** Keeps tokens that the same key has signed for something else from being taken for a state. */
const TYPE = 'cuecard-state';

let keyOfThisProcess: Uint8Array | undefined;

/** Signs states, and knows again those that it has signed for the same caller and request (basic/patterns/mrtr). */
export class RequestState {
  readonly #given: Uint8Array | undefined;
  readonly #ttlSeconds: number;

  /** @throws {RangeError} for a key of less than 32 bytes, or a time that is none */
  constructor({ stateKey, stateTtlMs = 600_000 }: RequestStateOptions) {
    this.#ttlSeconds = Math.ceil(limit('stateTtlMs', stateTtlMs) / 1000);
    this.#given = stateKey === undefined ? undefined : bytesOf(stateKey);
  }

  /** Drawn when it is first needed: handlers are made while modules load, when some platforms have nothing random. */
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
   * Reads what a client has brought back; gives nothing when it brings none.
   * @throws {RequestError} for a state that is not this server's, is over, or belongs to another caller or request
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

/** Copies the key, as whoever has given it may wipe it. */
function bytesOf(stateKey: Uint8Array | string): Uint8Array {
  const key = typeof stateKey === 'string' ? new TextEncoder().encode(stateKey) : Uint8Array.from(stateKey);
  if (key.length >= 32) return key;
  throw new RangeError(`stateKey has ${key.length} bytes: give one of 32 or more, such as randomBytes(32)`);
}

/** A request that may be asked again. */
export interface Repeatable {
  readonly method: string;
  readonly params: unknown;
  readonly auth: Pick<GivenAuth, 'principal'> | undefined;
}

/** What a state is bound to: who asks, for what, and with which arguments, in whatever order. */
export function digestOf({ method, params, auth }: Repeatable): string {
  const { name, uri, arguments: given } = (params ?? {}) as { name?: unknown; uri?: unknown; arguments?: unknown };
  return digest([method, auth?.principal ?? null, name ?? uri, inOrder(given)]);
}

/** A short digest of a form: the same for the same form alone. */
export function digestOfForm(form: ElicitRequest): string {
  return digest([form.message, form.requestedSchema]).slice(0, 16);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/** A value of JSON as one that is the same whatever the order of its members. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).toSorted(byName);
  return { members: members.map(([name, member]) => [name, inOrder(member)]) };
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
