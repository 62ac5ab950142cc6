import type { ServedRuntime } from '@cuecard/core';
import type { Exchange } from '../edge/exchange.js';
import { type Dialect, readIn } from './dialect.js';
import { LaneCall } from './lane-call.js';
import type { LaneClient, LaneSender } from './lane-client.js';

export interface LaneOptions {
  readonly runtime: Pick<ServedRuntime, 'methods'>;
  /** The dialects; the first that reads a request handles it. */
  readonly dialects: readonly Dialect[];
  /** The clients that may bypass the SDK. */
  readonly clients: { of(sender: LaneSender): LaneClient | undefined };
  /** Reports a request that could not be answered. */
  readonly report: (error: unknown) => void;
}

/**
 * Answers complete and valid requests that need only an answer, without the SDK. It leaves every other request alone.
 */
export class Lane {
  readonly #options: LaneOptions;
  /** The pending requests that clients wait for. */
  readonly #waiting = new Set<LaneCall>();

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Answers an admitted request whose body has been read; returns whether it does. */
  answer(exchange: Exchange): boolean {
    const { head, message, identity } = exchange;
    const { clients, report, dialects, runtime } = this.#options;
    if (!acceptsBoth(head.accept)) return false;
    const request = readIn(dialects, message, runtime.methods, head);
    if (request === undefined) return false;
    const { sessionId, revision, userAgent } = head;
    const from = request.from ?? clients.of({ sessionId, revision, userAgent, identity });
    if (from === undefined || from.calls?.has(request.id) === true) return false;
    new LaneCall(exchange, { request, from, report, waiting: this.#waiting }).ask();
    return true;
  }

  /** Aborts the pending requests. */
  close(): void {
    for (const call of this.#waiting) call.giveUp();
  }
}

function acceptsBoth(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes('application/json') && accept.includes('text/event-stream');
}
