import { type ContextBag, type Interceptor, limit, type Call, RequestError } from '@cuecard/core';

/** Thrown when as many calls as may are running, and as many as may are waiting. */
export class BusyError extends RequestError {
  override readonly name = 'BusyError';

  constructor() {
    super('Too many requests at a time: try again later', { code: 503 });
  }
}

export interface ConcurrencyOptions {
  /**
   * How many calls run at a time.
   * @default 10
   */
  readonly max?: number;
  /**
   * How many calls wait until others have ended, the first come first; the time they wait counts for their deadlines.
   * @default 100
   */
  readonly queue?: number;
  /**
   * Which calls are counted together.
   * @default all
   */
  readonly key?: (call: Call) => string;
}

/**
 * Runs only so many calls at a time. Who cancels leaves the queue; a prompt that renders others counts once, and one that
 * is given up but works on no more.
 * @throws {BusyError} beyond the queue
 * @throws {RangeError} for limits that are none
 */
export function concurrency({ max = 10, queue = 100, key = () => '' }: ConcurrencyOptions = {}): Interceptor {
  const sizes = { max: limit('max', max), queue: limit('queue', queue, { least: 0 }) };
  const gates = new Map<string, Gate>();
  const inside = new WeakSet<ContextBag>();
  return async (call, next) => {
    const { context } = call;
    // What a prompt renders has its bag: if it waited for the prompt, both would wait for ever.
    if (inside.has(context.bag)) return next();
    const name = key(call);
    const gate = gates.get(name) ?? new Gate(sizes);
    gates.set(name, gate);
    await gate.enter(() => context.signal);
    inside.add(context.bag);
    try {
      return await next();
    } finally {
      inside.delete(context.bag);
      gate.leave();
      if (gate.isEmpty) gates.delete(name);
    }
  };
}

/** Lets so many in at a time. */
class Gate {
  readonly #sizes: { readonly max: number; readonly queue: number };
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(sizes: { readonly max: number; readonly queue: number }) {
    this.#sizes = sizes;
  }

  get isEmpty(): boolean {
    return this.#running === 0;
  }

  /** @param signal is asked for only where there is need to wait */
  async enter(signal: () => AbortSignal): Promise<void> {
    if (this.#running < this.#sizes.max) this.#running += 1;
    else if (this.#waiting.size < this.#sizes.queue) await this.#wait(signal());
    else throw new BusyError();
  }

  /** The place goes to the first who waits. */
  leave(): void {
    const [first] = this.#waiting;
    if (first === undefined) this.#running -= 1;
    else first();
  }

  #wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const goIn = () => {
        this.#waiting.delete(goIn);
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(goIn);
        reject(signal.reason as Error);
      };
      this.#waiting.add(goIn);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }
}
