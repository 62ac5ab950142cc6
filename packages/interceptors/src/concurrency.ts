import {
  type Call,
  type ContextBag,
  functionOf,
  type Interceptor,
  validateOptions,
  limit,
  RequestError,
} from '@cuecard/core';

/** Thrown if the maximum number of calls are running, and the queue is full. */
export class BusyError extends RequestError {
  override readonly name = 'BusyError';

  constructor() {
    super('Too many concurrent requests: try again later', { code: 503 });
  }
}

export interface ConcurrencyOptions {
  /**
   * The maximum number of concurrent calls.
   * @default 10
   */
  readonly max?: number;
  /**
   * The maximum number of waiting calls. Waiting calls run in order of arrival. The waiting time counts towards the
   * deadline of the call.
   * @default 100
   */
  readonly queue?: number;
  /**
   * Returns the key under which a call is counted.
   * @default all calls share one limit
   */
  readonly key?: (call: Call) => string;
}

const OPTIONS = { max: true, queue: true, key: functionOf('(call) that returns a string') };

/**
 * Limits concurrent calls. A cancelled call leaves the queue. A prompt that renders other prompts counts once. A call
 * abandoned by its client counts until its work ends.
 * @throws {BusyError} if the queue is full
 * @throws {RangeError} if a limit is invalid
 */
export function concurrency(options: ConcurrencyOptions = {}): Interceptor {
  const { max = 10, queue = 100, key = () => '' } = validateOptions('concurrency', options, OPTIONS);
  const sizes = { max: limit('max', max), queue: limit('queue', queue, { min: 0 }) };
  const gates = new Map<string, CallQueue>();
  const inside = new WeakSet<ContextBag>();
  return async (call, next) => {
    const { context } = call;
    // A prompt rendered by another prompt shares that prompt's bag. If it waited for a slot that the outer prompt
    // holds, both would wait forever.
    if (inside.has(context.bag)) return next();
    const name = key(call);
    const gate = gates.get(name) ?? new CallQueue(sizes);
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

/** Admits a limited number of calls at a time. */
class CallQueue {
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

  /** @param signal called only if the call has to wait */
  async enter(signal: () => AbortSignal): Promise<void> {
    if (this.#running < this.#sizes.max) this.#running += 1;
    else await this.#wait(signal());
  }

  /** Passes the slot on to the first waiting call. */
  leave(): void {
    const [first] = this.#waiting;
    if (first === undefined) this.#running -= 1;
    else first();
  }

  #wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const start = () => {
        this.#waiting.delete(start);
        signal.removeEventListener('abort', cancel);
        resolve();
      };
      const cancel = () => {
        this.#waiting.delete(start);
        reject(signal.reason as Error);
      };
      this.#waiting.add(start);
      signal.addEventListener('abort', cancel, { once: true });
    });
  }
}
