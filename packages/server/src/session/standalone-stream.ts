import { hasRightsOf, type Identity } from '../auth/identity.js';
import type { EventStream } from '../edge/event-stream.js';
import type { Message } from '../jsonrpc/message.js';
import { EventLog, type SessionStream } from './event-log.js';

/** Whether a notification must reach the client even if it is late, because its knowledge is outdated. */
function isChange({ method = '' }: Message): boolean {
  return method.endsWith('/list_changed') || method === 'notifications/resources/updated';
}

/** The maximum number of kept changes: one of each list, and one of every resource that a session may subscribe to. */
const MAX_KEPT = 1_000;

/**
 * The stream of a session for messages that belong to no request (basic/transports, "Listening for Messages from the
 * Server").
 */
export class StandaloneStream {
  readonly #log: EventLog;
  readonly #stream: SessionStream;
  /** Changes that the client missed while it had no stream open. */
  readonly #missed = new Map<string, Message>();

  constructor(log: EventLog) {
    this.#log = log;
    this.#stream = log.begin();
  }

  /** Whether an event is from this stream of the same session, but of another process. */
  isElsewhere(eventId: string): boolean {
    return this.#log.isElsewhere(eventId, this.#stream);
  }

  /** Whether the caller cannot receive some events after one of this stream: they are no longer kept, or not for them. */
  hasLostAfter(eventId: string, caller: Identity | undefined): boolean {
    if (!hasRightsOf(this.#stream.identity, caller) && this.#log.isOf(eventId, this.#stream)) return true;
    return this.#log.hasDroppedAfter(eventId, this.#stream);
  }

  /** Opens the stream, starting with the missed changes. It replaces an open one. */
  open(headers: Readonly<Record<string, string>>, isPrimed: boolean, caller: Identity | undefined): EventStream {
    if (!hasRightsOf(this.#stream.identity, caller)) this.#missed.clear();
    this.#stream.identity = caller;
    const sink = this.#stream.open(headers, isPrimed);
    this.sendMissed();
    return sink;
  }

  /** Sends the missed changes, if the client listens. */
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
