import type { CallOptions } from '../api/context.js';
import type { RequestError } from '../errors.js';
import type { Awaitable } from '../types.js';

interface LifetimeOwner {
  readonly call: CallOptions;
  timeout(limitMs: number): RequestError;
  report(problem: string, cause: unknown): void;
}

/** The time by which a request must be answered, by `performance.now()`, and the limit that determines it. */
interface Deadline {
  readonly at: number;
  readonly limitMs: number;
}

/** A wait for the user, which postpones the deadline. */
interface Pause {
  readonly since: number;
  readonly deadline: Deadline;
  /** The earliest deadline that `restrict` has set during the pause. */
  restriction: Deadline | undefined;
  count: number;
}

/** The lifetime of a request: its deadline, its abort signal and its cleanups. */
export class Lifetime {
  readonly #owner: LifetimeOwner;
  #limitMs: number;
  /** Computed lazily, because most requests are answered at once, and reading the clock takes time. */
  #deadlineAt: number | undefined;
  #isOver = false;
  // Created lazily: most requests need none of these, and an AbortController costs more than the rest of a request.
  #cleanups: (() => void)[] | undefined;
  #controller: AbortController | undefined;
  #expiry: Promise<never> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #expire: (() => void) | undefined;
  #pause: Pause | undefined;
  #failure: { readonly reason: unknown } | undefined;
  #pendingCount = 0;
  #onIdle: (() => void) | undefined;

  constructor(owner: LifetimeOwner, limitMs: number) {
    this.#owner = owner;
    this.#limitMs = limitMs;
  }

  /** The deadline in milliseconds since 1970, by the current system clock. */
  get deadline(): number {
    return Math.round(Date.now() + this.#due - performance.now());
  }

  /** The deadline, by `performance.now()`. */
  get #due(): number {
    return (this.#deadlineAt ??= performance.now() + this.#limitMs);
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#failure) this.#controller.abort(this.#failure.reason);
    else if (!this.#isOver) this.#expiry ??= this.#createExpiry();
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.#isOver || this.#failure !== undefined;
  }

  restrict(ms: number): void {
    const restriction = { at: performance.now() + ms, limitMs: ms };
    if (this.#pause && restriction.at < (this.#pause.restriction?.at ?? Infinity))
      this.#pause.restriction = restriction;
    if (restriction.at < this.#due) this.#moveDeadline(restriction);
  }

  /** Waits for the user for at most `limitMs`, and postpones the deadline by the time spent waiting. */
  async pause<T>(work: Promise<T>, limitMs: number): Promise<T> {
    const deadline = { at: this.#due, limitMs: this.#limitMs };
    this.#pause ??= { since: performance.now(), count: 0, deadline, restriction: undefined };
    const pause = this.#pause;
    pause.count += 1;
    this.#moveDeadline(earlierOf({ at: performance.now() + limitMs, limitMs }, pause.restriction));
    try {
      return await this.waitFor(work);
    } finally {
      pause.count -= 1;
      if (pause.count === 0 && !this.isOver) this.#resume(pause);
    }
  }

  defer(cleanup: () => Awaitable<void>): void {
    // Attaches the cleanup to a promise here, so that it runs in the caller's asynchronous context.
    const ended = new Promise<void>((resolve) => this.#onEnd(resolve));
    ended.then(cleanup).catch((error: unknown) => this.#owner.report('failed to clean up', error));
  }

  /** Waits for a promise until the caller aborts or the deadline passes. */
  waitFor<T>(work: Promise<T>): Promise<T> {
    this.#expiry ??= this.#createExpiry();
    this.#pendingCount += 1;
    const onSettled = () => this.#onPromiseEnd();
    work.then(onSettled, onSettled);
    return Promise.race([work, this.#expiry]);
  }

  /** Aborts the remaining work after a failure. */
  fail(reason: unknown): void {
    if (this.#failure) return;
    this.#failure = { reason };
    this.#controller?.abort(reason);
  }

  /**
   * Ends the request. Its remaining work is abandoned.
   * @param failure why the request failed; `undefined` if it succeeded
   */
  end(failure: unknown): void {
    if (failure !== undefined) this.fail(failure);
    this.#isOver = true;
    if (this.#cleanups) for (const cleanup of this.#cleanups.toReversed()) cleanup();
    if (this.#pendingCount > 0) this.#owner.call.onOverrun?.(new Promise((resolve) => (this.#onIdle = resolve)));
  }

  #onPromiseEnd(): void {
    this.#pendingCount -= 1;
    if (this.#pendingCount === 0) this.#onIdle?.();
  }

  /**
   * Calls `callback` when the request ends, or at once if it has already ended, because abandoned work may still
   * register callbacks.
   */
  #onEnd(callback: () => void): void {
    if (this.#isOver) callback();
    else (this.#cleanups ??= []).push(callback);
  }

  #resume({ since, deadline, restriction }: Pause): void {
    this.#pause = undefined;
    this.#moveDeadline(earlierOf({ ...deadline, at: deadline.at + performance.now() - since }, restriction));
  }

  #moveDeadline({ at, limitMs }: Deadline): void {
    this.#deadlineAt = at;
    this.#limitMs = limitMs;
    if (this.#timer === undefined || this.#isOver) return;
    clearTimeout(this.#timer);
    this.#startTimer();
  }

  #startTimer(): void {
    this.#timer = setTimeout(() => this.#expire?.(), Math.max(0, this.#due - performance.now()));
  }

  #createExpiry(): Promise<never> {
    const { signal: caller } = this.#owner.call;
    const expiry = new Promise<never>((_, reject) => {
      const fail = (reason: unknown) => {
        this.fail(reason);
        reject(reason);
      };
      const cancel = () => fail(caller?.reason);
      this.#expire = () => fail(this.#owner.timeout(this.#limitMs));
      if (caller?.aborted) {
        cancel();
        return;
      }
      this.#startTimer();
      caller?.addEventListener('abort', cancel, { once: true });
      this.#onEnd(() => {
        clearTimeout(this.#timer);
        caller?.removeEventListener('abort', cancel);
      });
    });
    expiry.catch(() => {}); // A rejection that nothing awaits must not end the process.
    return expiry;
  }
}

function earlierOf(deadline: Deadline, restriction: Deadline | undefined): Deadline {
  return restriction !== undefined && restriction.at < deadline.at ? restriction : deadline;
}
