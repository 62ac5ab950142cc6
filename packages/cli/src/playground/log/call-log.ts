import { type CallOptions, AnswerAwaitedError, type RuntimeMethod, type ServedRuntime } from '@cuecard/core';
import type { LoggedCall } from '../api.js';
import type { PlaygroundOptions } from '../options.js';
import { RuntimeWrapper } from '../../runtime/runtime-wrapper.js';

/** The maximum number of calls, and of characters of JSON. */
const [MAX_CALLS, MAX_LENGTH] = [500, 32 * 1024 * 1024];

/** The delay of a write, in milliseconds. A busy server overwrites most calls before they are written. */
const DELAY_MS = 50;

/** A request of a method. */
interface Request {
  readonly method: string;
  readonly params: unknown;
  readonly call: CallOptions | undefined;
}

/** The last calls of a server. */
export class CallLog {
  readonly #written: (calls: readonly string[]) => void;
  /** Each at its number, modulo the length. */
  readonly #ring: (CallRecord | undefined)[] = Array.from({ length: MAX_CALLS });
  #count = 0;
  #length = 0;
  #timer: NodeJS.Timeout | undefined;

  readonly #thrown: PlaygroundOptions['thrown'];

  /** @param written receives new and changed calls as JSON, after a short delay */
  constructor(written: (calls: readonly string[]) => void, thrown?: PlaygroundOptions['thrown']) {
    this.#written = written;
    this.#thrown = thrown;
  }

  /** Records a call and its outcome. */
  note<Result>(request: Request, answer: () => Promise<Result>): Promise<Result> {
    const record = new CallRecord((this.#count += 1), request.method, request);
    this.#set(record.id, record);
    this.#schedule();
    const answered = answer();
    answered.then(
      (result) => this.#end(record, { result }),
      (error: unknown) => this.#end(record, { error, isCancelled: request.call?.signal?.aborted === true }),
    );
    return answered;
  }

  /** The calls as a JSON array, oldest first. */
  get json(): string {
    this.#write();
    return `[${this.#records.map(({ json }) => json).join(',')}]`;
  }

  /** Removes all calls. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { id } of this.#records) this.#set(id, undefined);
  }

  /** Oldest first. */
  get #records(): CallRecord[] {
    const next = (this.#count + 1) % MAX_CALLS;
    return [...this.#ring.slice(next), ...this.#ring.slice(0, next)].filter((each) => each !== undefined);
  }

  #set(id: number, record: CallRecord | undefined): void {
    this.#length -= this.#ring[id % MAX_CALLS]?.json.length ?? 0;
    this.#ring[id % MAX_CALLS] = record;
  }

  #end(record: CallRecord, outcome: Parameters<CallRecord['end']>[0]): void {
    if (this.#ring[record.id % MAX_CALLS] !== record) return; // A later call has replaced it.
    record.end(outcome);
    this.#schedule();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#write(), DELAY_MS).unref();
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const fresh = this.#records.filter(({ isFresh }) => isFresh);
    for (const record of fresh) this.#length += record.write(this.#thrown);
    for (const { id } of this.#length > MAX_LENGTH ? this.#records : [])
      if (this.#length > MAX_LENGTH) this.#set(id, undefined);
    if (fresh.length > 0) this.#written(fresh.map(({ json }) => json));
  }
}

/** The parts of a request that are kept until they are written. */
interface PendingRequest {
  readonly client: CallOptions['client'];
  readonly params: unknown;
}

/** The outcome of a call. */
interface Outcome {
  readonly result?: unknown;
  readonly error?: unknown;
  readonly isCancelled?: boolean;
}

/** One call. It refers to its request only until it is written. */
class CallRecord {
  readonly id: number;
  /** The call as JSON when it was last written. */
  json = '';
  /** Whether it has changed since. */
  isFresh = true;
  readonly #method: string;
  readonly #at = Date.now();
  readonly #begun = performance.now();
  #pending: PendingRequest | undefined;
  /** The JSON without its end. */
  #head = '';
  #ms = 0;
  #outcome: Outcome | undefined;

  constructor(id: number, method: string, { call, params }: { call: CallOptions | undefined; params: unknown }) {
    this.id = id;
    this.#method = method;
    this.#pending = { client: call?.client, params };
  }

  end(outcome: Outcome): void {
    this.#ms = performance.now() - this.#begun;
    this.#outcome = outcome;
    this.isFresh = true;
  }

  /** Writes the call as JSON, and releases the request. Returns the number of added characters. */
  write(thrown: PlaygroundOptions['thrown']): number {
    const before = this.json.length;
    if (this.#pending !== undefined) this.#head = this.#begin(this.#pending);
    const end = this.#outcome === undefined ? '' : timeMember(this.#ms) + outcomeMembers(this.#outcome, thrown);
    this.json = `${this.#head}${end}}`;
    this.#pending = undefined;
    this.#outcome = undefined;
    this.isFresh = false;
    return this.json.length - before;
  }

  #begin({ client, params }: PendingRequest): string {
    const { name, version, revision } = client ?? {};
    const about = {
      id: this.id,
      at: this.#at,
      method: this.#method,
      ...(client !== undefined && { client: { name, version, revision } }),
    };
    return JSON.stringify(about).slice(0, -1) + member('params', writtenJson(params).text);
  }
}

function timeMember(ms: number): string {
  return member('ms', String(Math.round(ms * 100) / 100));
}

function outcomeMembers({ isCancelled = false, ...outcome }: Outcome, thrown: PlaygroundOptions['thrown']): string {
  if (isCancelled) return member('isCancelled', 'true');
  if (outcome.error instanceof AnswerAwaitedError) return member('isAsking', 'true');
  const isFailed = 'error' in outcome;
  const { text, bytes } = writtenJson(isFailed ? sentError(outcome.error) : outcome.result);
  const cause = JSON.stringify(thrown?.(errorId(outcome) ?? ''));
  return member(isFailed ? 'error' : 'result', text) + member('thrown', cause) + member('bytes', bytes?.toString());
}

/** The id that a client got with "Internal error". The result of a tool has it in its `_meta`. */
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
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return write(value);
  const known = PAGES.get(value);
  if (known !== undefined) return known;
  const written = write(value);
  PAGES.set(value, written);
  return written;
}

function write(value: unknown): WrittenJson {
  const text = jsonOf(value);
  if (text === undefined) return {};
  const bytes = Buffer.byteLength(text);
  return bytes <= MAX_BYTES ? { text, bytes } : { bytes };
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // The client gets no response either.
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
