import type { ServedRuntime } from '@cuecard/core';
import type { Exchange } from '../edge/exchange.js';
import { type Dialect, readIn } from './dialect.js';
import { LaneCall } from './lane-call.js';
import type { LaneClient, LaneSender } from './lane-client.js';

export interface LaneOptions {
  readonly runtime: Pick<ServedRuntime, 'methods'>;
  /** What is spoken here: the first that reads a request is what it is in. */
  readonly dialects: readonly Dialect[];
  /** Who may send requests past the SDK. */
  readonly clients: { of(sender: LaneSender): LaneClient | undefined };
  /** Reports a request that could not be answered. */
  readonly report: (error: unknown) => void;
}

/**
 * A way past the SDK for requests that are complete and valid, and need nothing but their answer. It leaves every other
 * request alone.
 */
export class Lane {
  readonly #options: LaneOptions;
  /** What is under way, and somebody waits for. */
  readonly #waiting = new Set<LaneCall>();

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Answers a request that has been let in and read; returns whether it does. */
  answer(exchange: Exchange): boolean {
    const { head, message, identity } = exchange;
    const { clients, report, dialects, runtime } = this.#options;
    if (!acceptsBoth(head.accept)) return false;
    const request = readIn(dialects, message, runtime.methods, head);
    if (request === undefined) return false;
    const { sessionId, revision } = head;
    const from = request.from ?? clients.of({ sessionId, revision, identity });
    if (from === undefined || from.calls?.has(request.id) === true) return false;
    new LaneCall(exchange, { request, from, report, waiting: this.#waiting }).ask();
    return true;
  }

  /** Gives up what is under way. */
  close(): void {
    for (const call of this.#waiting) call.giveUp();
  }
}

function acceptsBoth(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes('application/json') && accept.includes('text/event-stream');
}
