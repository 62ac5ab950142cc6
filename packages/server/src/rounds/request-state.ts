import { createHash } from 'node:crypto';
import { type AuthInput, type ElicitRequest, type ElicitResult, type Monitor, RequestError } from '@cuecard/core';
import { isRecord } from '../jsonrpc/message.js';
import { limit } from '../shared/limit.js';
import { keyIdOf, type StateKeyOptions, StateKeys } from '../shared/state-keys.js';

export interface RequestStateOptions extends StateKeyOptions {
  /**
   * The time limit for a user's answer, in milliseconds. Afterwards the elicitations start again.
   * @default 600000, ten minutes
   */
  readonly stateTtlMs?: number;
}

/** The answers so far. The client carries them between requests, and can read but not change them. */
export interface State {
  /** The digest of the request and caller that the state belongs to. */
  readonly about: string;
  /** The ids of the elicitations in the last round, by the keys that the client received. */
  readonly questions: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, ElicitResult>>;
}

/** The type of the signed tokens. */
const TYPE = 'cuecard-state';

const PURPOSE = 'request state';

/** Signs states, and verifies that they belong to the same caller and request (basic/patterns/mrtr). */
export class RequestState {
  readonly #keys: StateKeys;
  readonly #ttlSeconds: number;
  readonly #monitor: Pick<Monitor, 'count'>;

  /**
   * @throws {TypeError} if a key is neither bytes nor a string
   * @throws {RangeError} if a key is shorter than 32 bytes, or the time is invalid
   */
  constructor({ stateTtlMs = 600_000, ...keys }: RequestStateOptions, monitor: Pick<Monitor, 'warnOnce' | 'count'>) {
    this.#monitor = monitor;
    this.#ttlSeconds = Math.ceil(limit('stateTtlMs', stateTtlMs) / 1000);
    this.#keys = new StateKeys(keys, monitor);
  }

  async sign(state: State): Promise<string> {
    const { SignJWT } = await import('jose');
    const [newest] = this.#keys.forPurpose(PURPOSE);
    return new SignJWT({ state })
      .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: keyIdOf(newest) })
      .setExpirationTime(`${this.#ttlSeconds} seconds`)
      .sign(newest);
  }

  /**
   * Reads the state from a client; returns `undefined` if it has none.
   * @throws {RequestError} if the state is not from this server, has expired, or belongs to another caller or request
   */
  async read(about: string, signed: unknown): Promise<State | undefined> {
    if (signed === undefined) return undefined;
    const state = await this.#verify(String(signed));
    if (state?.about === about) return state;
    this.#monitor.count('rejectedIds', 1, { 'cuecard.id': 'requestState' });
    throw new RequestError('Invalid or expired requestState: send the request again without requestState', {
      code: -32602,
      data: { reason: 'invalid_request_state' },
    });
  }

  async #verify(signed: string): Promise<State | undefined> {
    const { errors, jwtVerify } = await import('jose');
    const rules = { algorithms: ['HS256'], typ: TYPE, requiredClaims: ['exp'] };
    const keyOf = ({ kid, typ }: { kid?: string; typ?: string }) => {
      const key = typeof kid === 'string' && typ === TYPE ? this.#keys.find(PURPOSE, kid, 'requestState') : undefined;
      if (key === undefined) throw new errors.JWKSNoMatchingKey();
      return key;
    };
    try {
      return (await jwtVerify<{ state: State }>(signed, keyOf, rules)).payload.state;
    } catch {
      return undefined;
    }
  }
}

/** A request that may be repeated. */
export interface Repeatable {
  readonly method: string;
  readonly params: unknown;
  readonly auth: Pick<AuthInput, 'principal'> | undefined;
}

/**
 * Returns the string that binds a state to the caller, the method and the arguments. The order of arguments does not
 * matter.
 */
export function digestOf({ method, params, auth }: Repeatable): string {
  const { name, uri, arguments: args } = (params ?? {}) as { name?: unknown; uri?: unknown; arguments?: unknown };
  const target = method === 'resources/read' ? uri : name;
  return digest([method, auth?.principal ?? null, target, withSortedKeys(args)]);
}

/** Returns a short digest of a form. Only equal forms have the same digest. */
export function digestOfForm(form: ElicitRequest): string {
  return digest([form.message, form.requestedSchema]).slice(0, 16);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/** Copies a JSON value with sorted properties. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).toSorted(byName);
  return { members: members.map(([name, member]) => [name, withSortedKeys(member)]) };
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
