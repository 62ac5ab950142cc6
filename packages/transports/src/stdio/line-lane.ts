import type { ServedRuntime } from '@cuecard/core';
import type { RequestId } from '../jsonrpc/message.js';
import { type Dialect, type LaneRequest, readIn } from '../lane/dialect.js';
import { LaneCall } from '../lane/lane-call.js';
import { LaneCalls } from '../lane/lane-calls.js';
import type { LaneClient } from '../lane/lane-client.js';
import type { LineExchange } from './line-exchange.js';

interface LineLaneOptions {
  readonly runtime: ServedRuntime;
  readonly dialects: readonly Dialect[];
  /** The client after `initialize`, and how its user is asked. */
  readonly clientOf: () => Pick<LaneClient, 'client' | 'asking'> | undefined;
}

/** Answers complete and valid requests that need only an answer, without the SDK. */
export class LineLane {
  readonly #options: LineLaneOptions;
  readonly #calls = new LaneCalls();
  readonly #waiting = new Set<LaneCall>();
  #known: LaneClient | undefined;

  constructor(options: LineLaneOptions) {
    this.#options = options;
  }

  /** Reads a request that the lane answers; returns nothing for any other message. */
  read(message: unknown): (LaneRequest & { readonly from: LaneClient }) | undefined {
    const { dialects, runtime } = this.#options;
    const request = readIn(dialects, message, runtime.methods);
    if (request === undefined || this.#calls.has(request.id)) return undefined;
    const from = request.from === undefined ? this.#client() : this.#cancellable(request.from);
    return from && { ...request, from };
  }

  answer(request: LaneRequest & { readonly from: LaneClient }, exchange: LineExchange): void {
    const report = (error: unknown) => this.#options.runtime.logger.warn('A request could not be answered', error);
    new LaneCall(exchange, { request, from: request.from, report, waiting: this.#waiting }).ask();
  }

  /** Cancels a request for its client; unknown ids do not belong to the lane. */
  cancel(id: RequestId, reason?: string): void {
    this.#calls.cancel(id, reason);
  }

  /** Aborts the pending requests. */
  close(): void {
    for (const call of this.#waiting) call.giveUp();
  }

  #client(): LaneClient | undefined {
    const named = this.#options.clientOf();
    if (named === undefined) return undefined;
    if (this.#known?.client !== named.client) this.#known = this.#cancellable(named);
    return this.#known;
  }

  #cancellable(known: Pick<LaneClient, 'client' | 'asking'>): LaneClient {
    const { client, asking } = known;
    const calls = this.#calls;
    return { client, asking, calls, sessionId: undefined, cancelsByLeaving: false, enter() {}, leave() {} };
  }
}
