import { ask } from '../asking/ask.js';
import type { CallOptions } from '../api/context.js';
import type { RequestError } from '../errors.js';
import { forgettable, isPending } from '../pending.js';
import type { Awaitable, Class } from '../types.js';
import { CallContext, type Serving } from './call-context.js';

/** What is waiting for a person. */
interface Paused {
  readonly since: number;
  readonly deadline: number;
  readonly limitMs: number;
  count: number;
}

/** One request while it runs: its abort signal, its deadline and what must be cleaned up after it. */
export abstract class OngoingRequest extends CallContext {
  override hasAsked = false;
  #limitMs: number;
  /** Nothing until somebody asks for it, for most requests are answered at once, and a look at the clock takes its time. */
  #deadline: number | undefined;
  #isOver = false;
  // Most requests need none of these, and an AbortController alone costs more than the rest of a request.
  #cleanups: (() => void)[] | undefined;
  #controller: AbortController | undefined;
  #overdue: Promise<never> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #expire: (() => void) | undefined;
  #paused: Paused | undefined;
  #failed: { readonly reason: unknown } | undefined;
  /** How much of what has been waited for is still being worked on. */
  #working = 0;
  #worked: (() => void) | undefined;

  constructor(serving: Serving, limitMs: number, call: CallOptions) {
    super(serving, call);
    this.#limitMs = limitMs;
  }

  /** The error of a request that takes longer than it may. */
  protected abstract timeout(limitMs: number): RequestError;

  override get deadline(): number {
    return (this.#deadline ??= Date.now() + this.#limitMs);
  }

  override get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#failed) this.#controller.abort(this.#failed.reason);
    else if (!this.#isOver) this.#overdue ??= this.#arm();
    return this.#controller.signal;
  }

  /** Whether nobody waits for an answer any more. */
  override get isOver(): boolean {
    return this.#isOver || this.#failed !== undefined;
  }

  /** Asks the person at the client; prompts that this one uses ask through it too. */
  get elicit(): CallOptions['elicit'] {
    const { elicit } = this.call;
    if (elicit === undefined) return undefined;
    return (form, options) => {
      this.hasAsked = true;
      return this.#pause(elicit(form, options));
    };
  }

  override ask<Args extends object>(type: Class<Args>, message: string): Promise<Args> {
    return forgettable(ask(this, type, message));
  }

  override restrict(ms: number): void {
    const deadline = Date.now() + ms;
    if (deadline >= this.deadline) return;
    this.#limitMs = ms;
    this.#move(deadline);
  }

  /** Waits for what the person at the client does; the deadline waits too, for `limits.askMs` at most. */
  async #pause<T>(work: Promise<T>): Promise<T> {
    const { askMs } = this.serving.limits;
    this.#paused ??= { since: Date.now(), count: 0, deadline: this.deadline, limitMs: this.#limitMs };
    const paused = this.#paused;
    paused.count += 1;
    this.#limitMs = askMs;
    this.#move(Date.now() + askMs);
    try {
      return await this.within(work);
    } finally {
      paused.count -= 1;
      if (paused.count === 0 && !this.isOver) this.#resume(paused);
    }
  }

  override defer(cleanup: () => Awaitable<void>): void {
    // Chained here and not at the end, so that the cleanup runs in the asynchronous context of the caller of `defer`.
    const over = new Promise<void>((resolve) => this.#atEnd(resolve));
    const report = (error: unknown) => this.serving.logger.error(`${this.subject} failed to clean up`, error);
    over.then(cleanup).catch(report);
  }

  /** Waits for the work, but no longer than the caller and the deadline allow. */
  within<T>(work: Promise<T>): Promise<T> {
    this.#overdue ??= this.#arm();
    this.#count(work);
    return Promise.race([work, this.#overdue]);
  }

  /** Goes on with what the work comes to: at once, unless it has to be waited for. */
  after<T, Next>(work: Awaitable<T>, goOn: (value: T) => Awaitable<Next>): Awaitable<Next> {
    return isPending(work) ? this.within(work).then(goOn) : goOn(work);
  }

  /** Lets whatever still works for the request know that it has failed. */
  fail(reason: unknown): void {
    if (this.#failed) return;
    this.#failed = { reason };
    this.#controller?.abort(reason);
  }

  /** Ends the request: nothing is waited for any more. */
  end(): void {
    this.#isOver = true;
    if (this.#cleanups) for (const cleanup of this.#cleanups.toReversed()) cleanup();
    if (this.#working > 0) this.onOverrun?.(new Promise((resolve) => (this.#worked = resolve)));
  }

  #count(work: Promise<unknown>): void {
    this.#working += 1;
    const ended = () => this.#uncount();
    work.then(ended, ended);
  }

  #uncount(): void {
    this.#working -= 1;
    if (this.#working === 0) this.#worked?.();
  }

  /** Calls back when the request is over: at once if it is, for work that nobody waits for any more may still ask. */
  #atEnd(callback: () => void): void {
    if (this.#isOver) callback();
    else (this.#cleanups ??= []).push(callback);
  }

  #resume({ since, deadline, limitMs }: Paused): void {
    this.#paused = undefined;
    this.#limitMs = limitMs;
    this.#move(deadline + Date.now() - since);
  }

  #move(deadline: number): void {
    this.#deadline = deadline;
    if (this.#timer === undefined || this.#isOver) return;
    clearTimeout(this.#timer);
    this.#start();
  }

  #start(): void {
    this.#timer = setTimeout(() => this.#expire?.(), Math.max(0, this.deadline - Date.now()));
  }

  #arm(): Promise<never> {
    const { signal: caller } = this.call;
    const overdue = new Promise<never>((_, reject) => {
      const fail = (reason: unknown) => {
        this.fail(reason);
        reject(reason);
      };
      const cancel = () => fail(caller?.reason);
      this.#expire = () => fail(this.timeout(this.#limitMs));
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
