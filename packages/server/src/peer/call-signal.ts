type Signal = Pick<AbortSignal, 'aborted' | 'reason' | 'throwIfAborted' | 'addEventListener' | 'removeEventListener'>;

/**
 * A signal that creates an `AbortSignal` only when a call is cancelled, which is rare: an `AbortController` for each
 * request costs 17 % more processor time over HTTP.
 */
export class CallSignal implements Signal {
  readonly #call: { wait(): void };
  #aborted: AbortSignal | undefined;
  #listeners: Parameters<Signal['addEventListener']>[] | undefined;

  /** @param call its `wait` is called when the signal is first used */
  constructor(call: { wait(): void }) {
    this.#call = call;
  }

  /** Presents the signal as an `AbortSignal` to the runtime. */
  get signal(): AbortSignal {
    return asSignal(this);
  }

  get aborted(): boolean {
    return this.#aborted !== undefined;
  }

  get reason(): unknown {
    return this.#aborted?.reason;
  }

  abort(reason?: string): void {
    if (this.#aborted !== undefined) return;
    const controller = new AbortController();
    this.#aborted = controller.signal;
    for (const listener of this.#listeners ?? []) controller.signal.addEventListener(...listener);
    this.#listeners = undefined;
    controller.abort(reason);
  }

  throwIfAborted(): void {
    this.#aborted?.throwIfAborted();
  }

  addEventListener(...listener: Parameters<Signal['addEventListener']>): void {
    if (this.#aborted !== undefined) return;
    if (this.#listeners === undefined) this.#call.wait();
    (this.#listeners ??= []).push(listener);
  }

  removeEventListener(...[type, listener]: Parameters<Signal['removeEventListener']>): void {
    this.#listeners = this.#listeners?.filter((each) => each[0] !== type || each[1] !== listener);
    this.#aborted?.removeEventListener(type, listener);
  }
}

function asSignal(signal: Signal): AbortSignal {
  return signal as AbortSignal;
}
