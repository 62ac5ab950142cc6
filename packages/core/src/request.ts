import type { PromptContext } from './context.js';
import { PromptTimeoutError } from './errors.js';
import type { Step } from './failure.js';
import type { PromptLogger } from './logger.js';
import type { Awaitable } from './types.js';

/** One request while it runs: its abort signal, its deadline and what must be cleaned up after it. */
export class PromptRequest implements PromptContext {
  readonly prompt: string;
  /** What the request is at, for whoever has to say where it failed. */
  step: Step = 'check';
  readonly #limitMs: number;
  readonly #caller: AbortSignal | undefined;
  // Most requests need none of these, and an AbortController alone costs more than the rest of a request.
  #cleanups: (() => Awaitable<void>)[] | undefined;
  #controller: AbortController | undefined;
  #overdue: Promise<never> | undefined;
  #failed: { readonly reason: unknown } | undefined;
  /** Where cleanups report, once the request is over. */
  #over: PromptLogger | undefined;

  constructor(prompt: string, limitMs: number, caller: AbortSignal | undefined) {
    caller?.throwIfAborted();
    this.prompt = prompt;
    this.#limitMs = limitMs;
    this.#caller = caller;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#failed) this.#controller.abort(this.#failed.reason);
    else if (!this.#over) this.#overdue ??= this.#arm();
    return this.#controller.signal;
  }

  defer(cleanup: () => Awaitable<void>): void {
    if (this.#over) return this.#clean(cleanup, this.#over); // Work that nobody waits for any more may still ask.
    this.#cleanups ??= [];
    this.#cleanups.push(cleanup);
  }

  /** Waits for the work, but no longer than the caller and the deadline allow. */
  within<T>(work: Promise<T>): Promise<T> {
    this.#overdue ??= this.#arm();
    return Promise.race([work, this.#overdue]);
  }

  /** Ends the request: nothing is waited for any more. */
  end(logger: PromptLogger): void {
    this.#over = logger;
    for (const cleanup of this.#cleanups?.toReversed() ?? []) this.#clean(cleanup, logger);
  }

  #clean(cleanup: () => Awaitable<void>, logger: PromptLogger): void {
    const report = (error: unknown) => logger.error(`Prompt "${this.prompt}" failed to clean up`, error);
    void Promise.resolve().then(cleanup).catch(report);
  }

  #arm(): Promise<never> {
    const [limitMs, caller] = [this.#limitMs, this.#caller];
    const overdue = new Promise<never>((_, reject) => {
      const fail = (reason: unknown) => {
        this.#failed = { reason };
        this.#controller?.abort(reason);
        reject(reason);
      };
      const cancel = () => fail(caller?.reason);
      const timer = setTimeout(() => fail(new PromptTimeoutError(this.prompt, limitMs)), limitMs);
      caller?.addEventListener('abort', cancel, { once: true });
      this.defer(() => {
        clearTimeout(timer);
        caller?.removeEventListener('abort', cancel);
      });
    });
    overdue.catch(() => {}); // Nobody may be waiting at the moment it fails.
    return overdue;
  }
}
