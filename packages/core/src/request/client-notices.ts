import type { CallOptions, LogLevel } from '../api/context.js';
import { isPending } from '../pending.js';

type Progress = readonly [progress: number, total: number | undefined, message: string | undefined];

type LogLine = readonly [level: LogLevel, message: string, data?: Readonly<Record<string, unknown>> | undefined];

/** How to notify the client of a request. */
interface NoticesOptions {
  readonly progress: CallOptions['progress'];
  readonly log: CallOptions['log'];
  /** Whether the answer is no longer awaited. */
  isOver(): boolean;
  /** Receives the error if the client cannot be notified, which does not fail the request. */
  failed(error: unknown): void;
}

/** The maximum number of progress notifications per tick; of those beyond it only the last is sent. */
const MAX_PROGRESS = 16;
/** The maximum number of log messages per tick; of those beyond it only the number is sent. */
const MAX_LINES = 100;

/** Notifies the client before the answer. Bounded, so that a loop cannot fill the memory with notifications. */
export class ClientNotices {
  readonly #options: NoticesOptions;
  #reports = 0;
  #lines = 0;
  /** The last progress notification that has not been sent. */
  #latest: Progress | undefined;
  #isWaiting = false;

  constructor(options: NoticesOptions) {
    this.#options = options;
  }

  progress(report: Progress): void {
    this.#reports += 1;
    this.#latest = report;
    if (this.#reports <= MAX_PROGRESS) this.#sendLatest();
    this.#startTick();
  }

  log(line: LogLine): void {
    this.#lines += 1;
    if (this.#lines <= MAX_LINES) this.#sendLine(line);
    this.#startTick();
  }

  /** Sends what was held back, at the end of a tick and before the answer. */
  flush(): void {
    this.#isWaiting = false;
    this.#sendLatest();
    const more = this.#lines - MAX_LINES;
    if (more > 0) this.#sendLine(['warning', `${more} more lines were logged at the same time`]);
    this.#reports = 0;
    this.#lines = 0;
  }

  #startTick(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    nextTick(() => this.flush());
  }

  #sendLatest(): void {
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest !== undefined) this.#send(() => this.#options.progress?.(...latest));
  }

  #sendLine(line: LogLine): void {
    this.#send(() => this.#options.log?.(...line));
  }

  #send(send: () => unknown): void {
    if (this.#options.isOver()) return;
    const failed = (error: unknown) => this.#options.failed(error);
    try {
      const sent = send();
      if (isPending(sent)) void Promise.resolve(sent).catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}

/** Not every platform has `setImmediate`; a timer is the shortest alternative. */
function nextTick(callback: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(callback);
  else setTimeout(callback, 0);
}
