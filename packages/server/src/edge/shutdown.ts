import { ANY_TIME, limit } from '../shared/limit.js';
import type { ProxyOptions } from './trusted-proxies.js';

export interface ShutdownOptions extends ProxyOptions {
  /**
   * The time for which `close` reports “not ready” but accepts requests as usual, in milliseconds, up to 24 days. Load
   * balancers notice this before the server rejects requests. `drainTimeoutMs` starts afterwards.
   * @default 2500 with `trustedProxies`, otherwise 0
   */
  readonly unreadyMs?: number;
}

/** Closes once, after a delay in which load balancers notice that the server is not ready. */
export class Shutdown {
  readonly #unreadyMs: number;
  readonly #end: () => Promise<void>;
  #closed: Promise<void> | undefined;

  /**
   * @param end called after the delay to close the server
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
