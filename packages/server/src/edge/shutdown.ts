import { ANY_TIME, limit } from '../shared/limit.js';
import type { ProxyOptions } from './trusted-proxies.js';

export interface ShutdownOptions extends ProxyOptions {
  /**
   * How long `close` reports unready and accepts requests as before, so that balancers notice before it rejects any, in
   * milliseconds, up to 24 days. `drainTimeoutMs` begins after that.
   * @default 2500 with `trustedProxies`, otherwise 0
   */
  readonly unreadyMs?: number;
}

/** Closes once, after a delay in which balancers notice. */
export class Shutdown {
  readonly #unreadyMs: number;
  readonly #end: () => Promise<void>;
  #closed: Promise<void> | undefined;

  /**
   * @param end closes, without waiting for balancers
   * @throws {RangeError} if the time is invalid
   */
  constructor({ trustedProxies, unreadyMs }: ShutdownOptions, end: () => Promise<void>) {
    const defaultMs = trustedProxies === undefined ? 0 : 2_500;
    this.#unreadyMs = limit('unreadyMs', unreadyMs ?? defaultMs, { ...ANY_TIME, min: 0 });
    this.#end = end;
  }

  get hasBegun(): boolean {
    return this.#closed !== undefined;
  }

  /** Returns the same promise each time. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    if (this.#unreadyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.#unreadyMs));
    await this.#end();
  }
}
