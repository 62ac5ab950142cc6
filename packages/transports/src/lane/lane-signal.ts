type Signal = Pick<AbortSignal, 'aborted' | 'reason' | 'throwIfAborted' | 'addEventListener' | 'removeEventListener'>;

/**
 * A signal that is created when it is first used. Most requests are answered at once, and an AbortController alone
 * costs more than the rest of them.
 */
export class LaneSignal implements Signal {
  readonly #heard: { wait(): void };
  #controller: AbortController | undefined;

  /** @param heard its `wait` is called when the signal is first used */
  constructor(heard: { wait(): void }) {
    this.#heard = heard;
  }

  /** Presents it as an `AbortSignal` to the runtime. */
  get signal(): AbortSignal {
    return asSignal(this);
  }

  get aborted(): boolean {
    return this.#controller?.signal.aborted === true;
  }

  get reason(): unknown {
    return this.#controller?.signal.reason;
  }

  abort(reason?: string): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }

  throwIfAborted(): void {
    this.#controller?.signal.throwIfAborted();
  }

  addEventListener(...listener: Parameters<Signal['addEventListener']>): void {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      this.#heard.wait();
    }
    this.#controller.signal.addEventListener(...listener);
  }

  removeEventListener(...listener: Parameters<Signal['removeEventListener']>): void {
    this.#controller?.signal.removeEventListener(...listener);
  }
}

function asSignal(signal: Signal): AbortSignal {
  return signal as AbortSignal;
}
