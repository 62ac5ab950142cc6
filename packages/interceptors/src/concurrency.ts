import {
  type Call,
  type ContextBag,
  functionOf,
  type Interceptor,
  knownOptions,
  limit,
  RequestError,
} from '@cuecard/core';

/** Thrown if the maximum number of calls are running, and the queue is full. */
export class BusyError extends RequestError {
  override readonly name = 'BusyError';

  constructor() {
    super('Too many requests at a time: try again later', { code: 503 });
  }
}

export interface ConcurrencyOptions {
  /**
   * The maximum number of concurrent calls.
   * @default 10
   */
  readonly max?: number;
  /**
   * The maximum number of waiting calls, first come, first served. The time in the queue counts towards their
   * deadlines.
   * @default 100
   */
  readonly queue?: number;
  /**
   * Returns the key under which a call is counted.
   * @default all calls together
   */
  readonly key?: (call: Call) => string;
}

const OPTIONS = { max: true, queue: true, key: functionOf('(call) that returns a string') };

/**
 * Limits concurrent calls. A cancelled call leaves the queue. A prompt that renders others counts once. An abandoned
 * call counts until its work ends.
 * @throws {BusyError} if the queue is full
 * @throws {RangeError} if a limit is invalid
 */
export function concurrency(options: ConcurrencyOptions = {}): Interceptor {
  const { max = 10, queue = 100, key = () => '' } = knownOptions('concurrency', options, OPTIONS);
  const sizes = { max: limit('max', max), queue: limit('queue', queue, { min: 0 }) };
  const gates = new Map<string, Gate>();
  const inside = new WeakSet<ContextBag>();
  return async (call, next) => {
    const { context } = call;
    // Prompts rendered by a prompt share its bag: if they waited for it, both would wait forever.
    if (inside.has(context.bag)) return next();
    const name = key(call);
    const gate = gates.get(name) ?? new Gate(sizes);
    gates.set(name, gate);
    if (gate.isFull) {
      context.monitor.exceeded('concurrency');
      throw new BusyError();
    }
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

/** Admits a number of calls at a time. */
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

  get isFull(): boolean {
    return this.#running >= this.#sizes.max && this.#waiting.size >= this.#sizes.queue;
  }

  /** @param signal called only if the call must wait */
  async enter(signal: () => AbortSignal): Promise<void> {
    if (this.#running < this.#sizes.max) this.#running += 1;
    else await this.#wait(signal());
  }

  /** The slot goes to the first waiting call. */
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
