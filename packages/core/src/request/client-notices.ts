import type { CallOptions, LogLevel } from '../api/context.js';
import { isPending } from '../pending.js';

type Progress = readonly [progress: number, total: number | undefined, message: string | undefined];

type LogLine = readonly [level: LogLevel, message: string, data?: Readonly<Record<string, unknown>> | undefined];

/** How the client of a request can be notified. */
interface NoticesOptions {
  readonly progress: CallOptions['progress'];
  readonly log: CallOptions['log'];
  /** Whether nobody waits for an answer any more. */
  isOver(): boolean;
  /** Called with the error if the client cannot be notified, which is no reason to fail. */
  failed(error: unknown): void;
}

/** How many reports of progress are sent at once; of those that follow in the same tick only the last one counts. */
const MAX_PROGRESS = 16;
/** How many lines of the log are sent at once; of those that follow in the same tick only the number is sent. */
const MAX_LINES = 100;

/** What a request tells its client before the answer, bounded: a loop must not fill the memory with notices. */
export class ClientNotices {
  readonly #options: NoticesOptions;
  #reports = 0;
  #lines = 0;
  /** The last report of progress that has not been sent. */
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

  /** Sends what has been held back, at the end of a tick and before the answer. */
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

/** Not every platform has `setImmediate`; elsewhere ticks are as short as timers can be. */
function nextTick(callback: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(callback);
  else setTimeout(callback, 0);
}
