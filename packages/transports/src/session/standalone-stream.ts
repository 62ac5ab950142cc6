import type { EventStream } from '../edge/event-stream.js';
import type { Message } from '../jsonrpc/message.js';
import { EventLog, type SessionStream } from './event-log.js';

/** Whether a client has to be told even if it comes late, as what it knows is outdated. */
function isChange({ method = '' }: Message): boolean {
  return method.endsWith('/list_changed') || method === 'notifications/resources/updated';
}

/** How many changes are kept: one of each list, and of every resource that a session may be subscribed to. */
const MAX_KEPT = 1_000;

/** The stream of a session for what no request is about (basic/transports, "Listening for Messages from the Server"). */
export class StandaloneStream {
  readonly #stream: SessionStream;
  /** Changes that the client has not been notified of, since it had no stream open. */
  readonly #missed = new Map<string, Message>();

  constructor(log: EventLog) {
    this.#stream = log.begin();
  }

  /** Opens the stream, with what has been missed. It takes the place of one that is open. */
  open(headers: Readonly<Record<string, string>>, isPrimed: boolean): EventStream {
    const sink = this.#stream.open(headers, isPrimed);
    this.sendMissed();
    return sink;
  }

  /** Sends what has been missed, if somebody reads. */
  sendMissed(): void {
    if (!this.#stream.isRead) return;
    for (const message of this.#missed.values()) this.#stream.send(JSON.stringify(message));
    this.#missed.clear();
  }

  send(message: Message): void {
    if (this.#stream.isRead) this.#stream.send(JSON.stringify(message));
    else if (isChange(message) && this.#missed.size < MAX_KEPT) this.#missed.set(JSON.stringify(message), message);
  }

  end(): void {
    this.#stream.end();
  }
}
