import type { CallOptions, Client, PromptContext } from './context.js';
import { type PromptError, PromptTimeoutError } from './errors.js';
import type { Step } from './failure.js';
import type { PromptLogger } from './logger.js';
import type { Awaitable } from './types.js';

/** One request while it runs: its abort signal, its deadline and what must be cleaned up after it. */
export abstract class OngoingRequest implements PromptContext {
  readonly client: Client | undefined;
  /** What is asked for, for the log. */
  abstract readonly subject: string;
  readonly #limitMs: number;
  readonly #caller: AbortSignal | undefined;
  // Most requests need none of these, and an AbortController alone costs more than the rest of a request.
  #cleanups: (() => Awaitable<void>)[] | undefined;
  #controller: AbortController | undefined;
  #overdue: Promise<never> | undefined;
  #failed: { readonly reason: unknown } | undefined;
  /** Where cleanups report, once the request is over. */
  #over: PromptLogger | undefined;

  constructor(limitMs: number, { signal, client }: CallOptions) {
    signal?.throwIfAborted();
    this.client = client;
    this.#limitMs = limitMs;
    this.#caller = signal;
  }

  /** The error of a request that takes longer than it may. */
  protected abstract timeout(limitMs: number): PromptError;

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
    const report = (error: unknown) => logger.error(`${this.subject} failed to clean up`, error);
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
      const timer = setTimeout(() => fail(this.timeout(limitMs)), limitMs);
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

/** One request for a prompt. */
export class PromptRequest extends OngoingRequest {
  readonly prompt: string;
  /** What the request is at, for whoever has to say where it failed. */
  step: Step = 'check';

  constructor(prompt: string, limitMs: number, call: CallOptions) {
    super(limitMs, call);
    this.prompt = prompt;
  }

  override get subject(): string {
    return `Prompt "${this.prompt}"`;
  }

  protected override timeout(limitMs: number): PromptError {
    return new PromptTimeoutError(this.prompt, limitMs);
  }
}
