import { type CallOptions, ElicitationPendingError, type RuntimeMethod, type ServedRuntime } from '@cuecard/core';
import { RuntimeWrapper } from '../../runtime/runtime-wrapper.js';
import type { LoggedCall } from '../api.js';
import type { PlaygroundOptions } from '../options.js';

/** The maximum number of calls, and of characters of JSON. */
const [MAX_CALLS, MAX_LENGTH] = [500, 32 * 1024 * 1024];

/** The delay of a write, in milliseconds. A busy server removes most calls before they are written. */
const DELAY_MS = 50;

/** A request of a method. */
interface Request {
  readonly method: string;
  readonly params: unknown;
  readonly call: CallOptions | undefined;
}

/** The outcome of a call. */
interface Outcome {
  readonly result?: unknown;
  readonly error?: unknown;
  readonly isCancelled?: boolean;
}

/** One call. */
interface LogEntry {
  /** The call as JSON when it was last written. */
  json: string;
  /** Returns the call as JSON, if it has changed. Refers to the request and the outcome. */
  write: (() => string) | undefined;
}

/** The last calls of a server. */
export class CallLog {
  readonly #onWrite: (calls: readonly string[]) => void;
  readonly #thrown: PlaygroundOptions['thrown'];
  /** By id, oldest first. */
  readonly #entries = new Map<number, LogEntry>();
  #count = 0;
  #length = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param onWrite receives new and changed calls as JSON, after a short delay */
  constructor(onWrite: (calls: readonly string[]) => void, thrown?: PlaygroundOptions['thrown']) {
    this.#onWrite = onWrite;
    this.#thrown = thrown;
  }

  /** Records a call and its outcome. */
  note<Result>(request: Request, answer: () => Promise<Result>): Promise<Result> {
    const id = (this.#count += 1);
    const [at, started] = [Date.now(), performance.now()];
    let start: string | undefined;
    const write = (end = '') => `${(start ??= startOf(request, id, at))}${end}}`;
    if (this.#entries.size === MAX_CALLS) this.#remove(this.#oldest);
    this.#entries.set(id, { json: '', write: undefined });
    this.#schedule(id, write);
    const end = (outcome: Outcome) => {
      const ms = String(Math.round((performance.now() - started) * 100) / 100);
      this.#schedule(id, () => write(member('ms', ms) + outcomeMembers(outcome, this.#thrown)));
    };
    const answered = answer();
    answered.then(
      (result) => end({ result }),
      (error: unknown) => end({ error, isCancelled: request.call?.signal?.aborted === true }),
    );
    return answered;
  }

  /** The calls as a JSON array, oldest first. */
  get json(): string {
    this.#write();
    return `[${Array.from(this.#entries.values(), ({ json }) => json).join(',')}]`;
  }

  /** Removes all calls. */
  close(): void {
    clearTimeout(this.#timer);
    this.#entries.clear();
  }

  get #oldest(): number {
    const [id = 0] = this.#entries.keys();
    return id;
  }

  #remove(id: number): void {
    this.#length -= this.#entries.get(id)?.json.length ?? 0;
    this.#entries.delete(id);
  }

  /** Writes a call soon, unless it has been removed. */
  #schedule(id: number, write: () => string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.write = write;
    this.#timer ??= setTimeout(() => this.#write(), DELAY_MS).unref();
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changed = [...this.#entries.values()].filter(({ write }) => write !== undefined);
    for (const entry of changed) {
      const json = entry.write?.() ?? '';
      this.#length += json.length - entry.json.length;
      Object.assign(entry, { json, write: undefined });
    }
    while (this.#length > MAX_LENGTH) this.#remove(this.#oldest);
    if (changed.length > 0) this.#onWrite(changed.map(({ json }) => json));
  }
}

/** The JSON of a call without its end. */
function startOf({ method, params, call }: Request, id: number, at: number): string {
  const { name, version, revision } = call?.client ?? {};
  const about = { id, at, method, ...(revision !== undefined && { client: { name, version, revision } }) };
  return JSON.stringify(about).slice(0, -1) + member('params', writtenJson(params).text);
}

function outcomeMembers({ isCancelled = false, ...outcome }: Outcome, thrown: PlaygroundOptions['thrown']): string {
  if (isCancelled) return member('isCancelled', 'true');
  if (outcome.error instanceof ElicitationPendingError) return member('isAsking', 'true');
  const isFailed = 'error' in outcome;
  const { text, bytes } = writtenJson(isFailed ? sentError(outcome.error) : outcome.result);
  const cause = JSON.stringify(thrown?.(errorId(outcome) ?? ''));
  return member(isFailed ? 'error' : 'result', text) + member('thrown', cause) + member('bytes', bytes?.toString());
}

/** The id in the "Internal error" of a client. The result of a tool has it in its `_meta`. */
function errorId({ result, error }: Outcome): string | undefined {
  const { _meta } = Object(result) as { readonly _meta?: { readonly 'dev.cuecard/error'?: unknown } };
  const { data } = Object(error ?? _meta?.['dev.cuecard/error']) as { readonly data?: { readonly id?: string } };
  return data?.id;
}

function member(name: string, json: string | undefined): string {
  return json === undefined ? '' : `,"${name}":${json}`;
}

const INTERNAL_ERROR = -32603;

/** An error as its client gets it. */
export function sentError(error: unknown): NonNullable<LoggedCall['error']> {
  const { code, message, data } = Object(error) as { code?: unknown; message?: unknown; data?: unknown };
  if (!Number.isSafeInteger(code) || typeof message !== 'string')
    return { code: INTERNAL_ERROR, message: 'Internal error' };
  return { code: Number(code), message, ...(data !== undefined && { data }) };
}

/** The JSON of a value and its length. */
interface WrittenJson {
  /** Missing if the value is too large to keep, or is not JSON. */
  readonly text?: string;
  readonly bytes?: number;
}

/** The maximum length of a kept value, in bytes of JSON. */
const MAX_BYTES = 256 * 1024;

/** The JSON of frozen list pages, which many calls return. */
const PAGES = new WeakMap<object, WrittenJson>();

/** Serializes a value, so that the log does not keep it alive. */
function writtenJson(value: unknown): WrittenJson {
  const isPage = typeof value === 'object' && value !== null && Object.isFrozen(value);
  const written = (isPage && PAGES.get(value)) || serialize(value);
  if (isPage) PAGES.set(value, written);
  return written;
}

function serialize(value: unknown): WrittenJson {
  try {
    const text = JSON.stringify(value);
    const bytes = Buffer.byteLength(text);
    return bytes <= MAX_BYTES ? { text, bytes } : { bytes };
  } catch {
    return {}; // It is not JSON, so the client gets no response either.
  }
}

/** A runtime whose calls are logged. */
export class LoggedRuntime extends RuntimeWrapper {
  readonly #log: CallLog;

  constructor(runtime: ServedRuntime, log: CallLog) {
    super(runtime);
    this.#log = log;
  }

  protected override wrap(method: RuntimeMethod): RuntimeMethod {
    const { name, answer } = method;
    return {
      ...method,
      answer: (params, call) => this.#log.note({ method: name, params, call }, () => answer(params, call)),
    };
  }
}
