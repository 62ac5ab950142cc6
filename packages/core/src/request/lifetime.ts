import type { CallOptions } from '../api/context.js';
import type { RequestError } from '../errors.js';
import type { Awaitable } from '../types.js';
import type { RequestLog } from './request-log.js';

/** The request that a lifetime is of. */
interface LifetimeOwner {
  readonly call: CallOptions;
  /** The error of a request that takes longer than it may. */
  timeout(limitMs: number): RequestError;
  readonly log: Pick<RequestLog, 'report'>;
}

/** When a request must have been answered, by `performance.now()`, which no one sets; and the limit that says so. */
interface Deadline {
  readonly at: number;
  readonly limitMs: number;
}

/** A wait for a person, during which the deadline does not come closer. */
interface Pause {
  readonly since: number;
  readonly deadline: Deadline;
  /** The earliest that `restrict` has set meanwhile. */
  restriction: Deadline | undefined;
  count: number;
}

/** How long a request may take: its deadline, its abort signal, and what must be cleaned up after it. */
export class Lifetime {
  readonly #owner: LifetimeOwner;
  #limitMs: number;
  /** Computed when it is first needed: most requests are answered at once, and reading the clock takes time. */
  #at: number | undefined;
  #isOver = false;
  // Most requests need none of these, and an AbortController alone costs more than the rest of a request.
  #cleanups: (() => void)[] | undefined;
  #controller: AbortController | undefined;
  #overdue: Promise<never> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #expire: (() => void) | undefined;
  #pause: Pause | undefined;
  #failure: { readonly reason: unknown } | undefined;
  /** How much of what has been waited for is still being worked on. */
  #working = 0;
  #worked: (() => void) | undefined;

  constructor(owner: LifetimeOwner, limitMs: number) {
    this.#owner = owner;
    this.#limitMs = limitMs;
  }

  /** In milliseconds since 1970, by the clock as it is now. */
  get deadline(): number {
    return Math.round(Date.now() + this.#dueAt - performance.now());
  }

  /** When it is due, by `performance.now()`. */
  get #dueAt(): number {
    return (this.#at ??= performance.now() + this.#limitMs);
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#failure) this.#controller.abort(this.#failure.reason);
    else if (!this.#isOver) this.#overdue ??= this.#arm();
    return this.#controller.signal;
  }

  /** Whether nobody waits for an answer any more. */
  get isOver(): boolean {
    return this.#isOver || this.#failure !== undefined;
  }

  restrict(ms: number): void {
    const restriction = { at: performance.now() + ms, limitMs: ms };
    if (this.#pause && restriction.at < (this.#pause.restriction?.at ?? Infinity))
      this.#pause.restriction = restriction;
    if (restriction.at < this.#dueAt) this.#move(restriction);
  }

  /** Waits for a person for `limitMs` at most; the deadline is put off by as long as that takes. */
  async pause<T>(work: Promise<T>, limitMs: number): Promise<T> {
    const deadline = { at: this.#dueAt, limitMs: this.#limitMs };
    this.#pause ??= { since: performance.now(), count: 0, deadline, restriction: undefined };
    const pause = this.#pause;
    pause.count += 1;
    this.#move(earlier({ at: performance.now() + limitMs, limitMs }, pause.restriction));
    try {
      return await this.within(work);
    } finally {
      pause.count -= 1;
      if (pause.count === 0 && !this.isOver) this.#resume(pause);
    }
  }

  defer(cleanup: () => Awaitable<void>): void {
    // Chained here and not at the end, so that the cleanup runs in the asynchronous context of the caller of `defer`.
    const over = new Promise<void>((resolve) => this.#atEnd(resolve));
    over.then(cleanup).catch((error: unknown) => this.#owner.log.report('failed to clean up', error));
  }

  /** Waits for the work, but no longer than the caller and the deadline allow. */
  within<T>(work: Promise<T>): Promise<T> {
    this.#overdue ??= this.#arm();
    this.#working += 1;
    const ended = () => this.#workEnded();
    work.then(ended, ended);
    return Promise.race([work, this.#overdue]);
  }

  /** Tells whatever still works for the request that it has failed. */
  fail(reason: unknown): void {
    if (this.#failure) return;
    this.#failure = { reason };
    this.#controller?.abort(reason);
  }

  /**
   * Ends the request: nothing is waited for any more.
   * @param failure what it has failed with; nothing if it has been answered
   */
  end(failure: unknown): void {
    if (failure !== undefined) this.fail(failure);
    this.#isOver = true;
    if (this.#cleanups) for (const cleanup of this.#cleanups.toReversed()) cleanup();
    if (this.#working > 0) this.#owner.call.onOverrun?.(new Promise((resolve) => (this.#worked = resolve)));
  }

  #workEnded(): void {
    this.#working -= 1;
    if (this.#working === 0) this.#worked?.();
  }

  /** Calls back when the request is over: at once if it is, because abandoned work may still ask. */
  #atEnd(callback: () => void): void {
    if (this.#isOver) callback();
    else (this.#cleanups ??= []).push(callback);
  }

  #resume({ since, deadline, restriction }: Pause): void {
    this.#pause = undefined;
    this.#move(earlier({ ...deadline, at: deadline.at + performance.now() - since }, restriction));
  }

  #move({ at, limitMs }: Deadline): void {
    this.#at = at;
    this.#limitMs = limitMs;
    if (this.#timer === undefined || this.#isOver) return;
    clearTimeout(this.#timer);
    this.#start();
  }

  #start(): void {
    this.#timer = setTimeout(() => this.#expire?.(), Math.max(0, this.#dueAt - performance.now()));
  }

  #arm(): Promise<never> {
    const { signal: caller } = this.#owner.call;
    const overdue = new Promise<never>((_, reject) => {
      const fail = (reason: unknown) => {
        this.fail(reason);
        reject(reason);
      };
      const cancel = () => fail(caller?.reason);
      this.#expire = () => fail(this.#owner.timeout(this.#limitMs));
      this.#start();
      caller?.addEventListener('abort', cancel, { once: true });
      this.#atEnd(() => {
        clearTimeout(this.#timer);
        caller?.removeEventListener('abort', cancel);
      });
    });
    overdue.catch(() => {}); // Nobody may be waiting at the moment it fails.
    return overdue;
  }
}

function earlier(deadline: Deadline, restriction: Deadline | undefined): Deadline {
  return restriction !== undefined && restriction.at < deadline.at ? restriction : deadline;
}
