import type { PromptContext } from './context.js';
import { PromptTimeoutError } from './errors.js';
import type { Awaitable } from './types.js';

interface RequestOptions {
  readonly prompt: string;
  readonly caller: AbortSignal | undefined;
  readonly limitMs: number;
}

/** One request while it runs: its abort signal, its deadline and what must be cleaned up after it. */
export class PromptRequest implements PromptContext {
  readonly #options: RequestOptions;
  readonly #cleanups: (() => Awaitable<void>)[] = [];
  // An AbortController costs more than the rest of a request, and most prompts never look at its signal.
  #controller: AbortController | undefined;
  #overdue: Promise<never> | undefined;
  #failed: { readonly reason: unknown } | undefined;

  constructor(options: RequestOptions) {
    options.caller?.throwIfAborted();
    this.#options = options;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#failed) this.#controller.abort(this.#failed.reason);
    else this.#overdue ??= this.#arm();
    return this.#controller.signal;
  }

  defer(cleanup: () => Awaitable<void>): void {
    this.#cleanups.push(cleanup);
  }

  /** Waits for the work, but no longer than the caller and the deadline allow. Work that is done costs nothing. */
  within<T>(work: Awaitable<T>): Awaitable<T> {
    if (!isPending(work)) return work;
    this.#overdue ??= this.#arm();
    return Promise.race([work, this.#overdue]);
  }

  /** Ends the request: nothing is waited for any more. A cleanup that fails is handed to `report`. */
  end(report: (error: unknown) => void): void {
    for (const cleanup of this.#cleanups.toReversed()) {
      void Promise.resolve().then(cleanup).catch(report);
    }
  }

  #arm(): Promise<never> {
    const { prompt, caller, limitMs } = this.#options;
    const overdue = new Promise<never>((_, reject) => {
      const fail = (reason: unknown) => {
        this.#failed = { reason };
        this.#controller?.abort(reason);
        reject(reason);
      };
      const cancel = () => fail(caller?.reason);
      const timer = setTimeout(() => fail(new PromptTimeoutError(prompt, limitMs)), limitMs);
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

// Work that another realm or a library promises is no instance of our Promise.
function isPending(work: unknown): work is PromiseLike<unknown> {
  if (work instanceof Promise) return true;
  return typeof work === 'object' && work !== null && 'then' in work && typeof work.then === 'function';
}
