import type { CallOptions } from '@cuecard/core';
import { CallRecord } from './call-record.js';

/** How many calls are kept, and how many characters of JSON. */
const [MAX_CALLS, MAX_LENGTH] = [500, 32 * 1024 * 1024];

/** How long what is new may wait, in milliseconds: of the calls of a busy server, only the last are ever written. */
const DELAY_MS = 50;

/** The last calls of a server. */
export class CallLog {
  readonly #written: (calls: readonly string[]) => void;
  readonly #records: CallRecord[] = [];
  /** Those among them that have begun or ended since the last writing. */
  readonly #fresh = new Set<CallRecord>();
  #length = 0;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param written receives what is new as JSON, a moment after it happens */
  constructor(written: (calls: readonly string[]) => void) {
    this.#written = written;
  }

  /** Notes a call, and how its answer ends. */
  note<Result>(
    { method, params, call }: { method: string; params: unknown; call: CallOptions | undefined },
    answer: () => Promise<Result>,
  ): Promise<Result> {
    const record = new CallRecord((this.#count += 1), method, params, call);
    this.#records.push(record);
    this.#drop(this.#records.length - MAX_CALLS);
    this.#changed(record);
    const answered = answer();
    answered.then(
      (result) => this.#end(record, { result }),
      (error: unknown) => this.#end(record, { error, isCancelled: call?.signal?.aborted === true }),
    );
    return answered;
  }

  /** The calls as a JSON array, oldest first. */
  get json(): string {
    this.#write();
    return `[${this.#records.map(({ json }) => json).join(',')}]`;
  }

  /** Writes no more; what is under way is let go. */
  close(): void {
    clearTimeout(this.#timer);
    this.#drop(this.#records.length);
  }

  #end(record: CallRecord, outcome: Parameters<CallRecord['end']>[0]): void {
    if (record.isDropped) return;
    record.end(outcome);
    this.#changed(record);
  }

  #changed(record: CallRecord): void {
    this.#fresh.add(record);
    this.#timer ??= setTimeout(() => this.#write(), DELAY_MS).unref();
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const fresh = [...this.#fresh];
    this.#fresh.clear();
    for (const record of fresh) {
      this.#length -= record.json.length;
      record.write();
      this.#length += record.json.length;
    }
    while (this.#length > MAX_LENGTH) this.#drop(1);
    if (fresh.length > 0) this.#written(fresh.map(({ json }) => json));
  }

  #drop(count: number): void {
    for (const record of this.#records.splice(0, Math.max(count, 0))) {
      record.isDropped = true;
      this.#length -= record.json.length;
      this.#fresh.delete(record);
    }
  }
}
