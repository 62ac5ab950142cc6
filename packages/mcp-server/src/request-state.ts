import { createHash, randomBytes } from 'node:crypto';
import { type Auth, type ElicitRequest, type ElicitResult, RequestError } from '@cuecard/core';
import { limit } from '@cuecard/transports';
import { createRequestStateCodec, type RequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';

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

const OF_THIS_PROCESS = randomBytes(32);

/** What has been answered so far, as a client carries it: it can be read there, but not changed. */
export interface State {
  /** The request that it belongs to, and its caller. */
  readonly about: string;
  /** What has been asked in the last round. */
  readonly asked: readonly string[];
  readonly answers: Readonly<Record<string, ElicitResult>>;
}

/** Signs states, and knows again those that it has signed for the same caller and request (basic/patterns/mrtr). */
export class RequestState {
  readonly #codec: RequestStateCodec<State>;

  /** @throws {RangeError} for a key of less than 32 bytes, or a time that is none */
  constructor({ stateKey = OF_THIS_PROCESS, stateTtlMs = 600_000 }: RequestStateOptions) {
    limit('stateTtlMs', stateTtlMs);
    checkKey(stateKey);
    this.#codec = createRequestStateCodec({ key: stateKey, ttlSeconds: Math.ceil(stateTtlMs / 1000) });
  }

  sign(state: State): Promise<string> {
    return this.#codec.mint(state);
  }

  /**
   * Reads what a client has brought back; gives nothing when it brings none.
   * @throws {RequestError} for a state that is not this server's, is over, or belongs to another caller or request
   */
  async read(about: string, ctx: ServerContext): Promise<State | undefined> {
    const signed: unknown = ctx.mcpReq.requestState();
    if (signed === undefined) return undefined;
    const state = await this.#codec.verify(String(signed), ctx).catch(() => undefined);
    if (state?.about === about) return state;
    throw new RequestError('Invalid or expired requestState: ask again without it', {
      code: -32602,
      data: { reason: 'invalid_request_state' },
    });
  }
}

function checkKey(stateKey: Uint8Array | string): void {
  const bytes = Buffer.from(stateKey).length;
  if (bytes >= 32) return;
  throw new RangeError(`stateKey has ${bytes} bytes: give one of 32 or more, such as randomBytes(32)`);
}

/** What a state is bound to: who asks, for which prompt, and with which arguments, in whatever order. */
export function digestOf(
  { name, arguments: given }: { name?: unknown; arguments?: unknown },
  auth: Pick<Auth, 'principal'> | undefined,
): string {
  const args = typeof given === 'object' && given !== null ? Object.entries(given).toSorted(byName) : given;
  return digest(['prompts/get', auth?.principal ?? null, name, args]);
}

/** A short name for a form: the same for the same form alone. */
export function nameOf(form: ElicitRequest): string {
  return digest([form.message, form.requestedSchema]).slice(0, 16);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
