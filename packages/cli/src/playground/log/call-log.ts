import type { CallOptions } from '@cuecard/core';
import { CallRecord } from './call-record.js';

/** How many calls are kept, and how many characters of JSON. */
const [MAX_CALLS, MAX_LENGTH] = [500, 32 * 1024 * 1024];

/** How long what is new may wait, in milliseconds: of the calls of a busy server, only the last are ever written. */
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

  /** @param written receives what is new as JSON, a moment after it happens */
  constructor(written: (calls: readonly string[]) => void) {
    this.#written = written;
  }

  /** Notes a call, and how its answer ends. */
  note<Result>(request: Request, answer: () => Promise<Result>): Promise<Result> {
    const record = new CallRecord((this.#count += 1), request.method, request);
    this.#put(record.id, record);
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

  /** Forgets all. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { id } of this.#records) this.#put(id, undefined);
  }

  /** Oldest first. */
  get #records(): CallRecord[] {
    const next = (this.#count + 1) % MAX_CALLS;
    return [...this.#ring.slice(next), ...this.#ring.slice(0, next)].filter((each) => each !== undefined);
  }

  #put(id: number, record: CallRecord | undefined): void {
    this.#length -= this.#ring[id % MAX_CALLS]?.json.length ?? 0;
    this.#ring[id % MAX_CALLS] = record;
  }

  #end(record: CallRecord, outcome: Parameters<CallRecord['end']>[0]): void {
    if (this.#ring[record.id % MAX_CALLS] !== record) return; // It has made room for others.
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
    for (const record of fresh) this.#length += record.write();
    for (const { id } of this.#length > MAX_LENGTH ? this.#records : [])
      if (this.#length > MAX_LENGTH) this.#put(id, undefined);
    if (fresh.length > 0) this.#written(fresh.map(({ json }) => json));
  }
}
