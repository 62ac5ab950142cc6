import { randomBytes } from 'node:crypto';
import { type Identity, hasRights } from '../auth/identity.js';
import { EventStream } from '../edge/event-stream.js';
import type { CallerBudget } from '../edge/held-bytes.js';
import type { Message } from '../jsonrpc/message.js';
import { EventLog, type SessionStream } from './event-log.js';
import { nonResumableStream, type ReplyStream } from './reply.js';

/** Whether a notification must reach the client even if it is late, because it invalidates the client's data. */
function isChange({ method = '' }: Message): boolean {
  return method.endsWith('/list_changed') || method === 'notifications/resources/updated';
}

/** The maximum number of kept changes: one for each list, and one for each possible subscription of a session. */
const MAX_KEPT = 1_000;

/**
 * The stream of a session for messages that belong to no request (basic/transports, "Listening for Messages from the
 * Server").
 */
class StandaloneStream {
  readonly #log: EventLog;
  readonly #stream: SessionStream;
  /** Changes that occurred while the client had no open stream. */
  readonly #missed = new Map<string, Message>();

  constructor(log: EventLog) {
    this.#log = log;
    this.#stream = log.begin();
  }

  /** Whether an event is from the corresponding stream of a different process. */
  isFromOtherProcess(eventId: string): boolean {
    return this.#log.isFromOtherProcess(eventId, this.#stream);
  }

  /** Whether later events of this stream are no longer kept, or not meant for the caller. */
  hasLostAfter(eventId: string, caller: Identity | undefined): boolean {
    if (!hasRights(this.#stream.identity, caller) && this.#log.isFrom(eventId, this.#stream)) return true;
    return this.#log.hasDroppedAfter(eventId, this.#stream);
  }

  /** Opens the stream, starting with the missed changes. It replaces an open stream. */
  open(headers: Readonly<Record<string, string>>, isPrimed: boolean, caller: Identity | undefined): EventStream {
    if (!hasRights(this.#stream.identity, caller)) this.#missed.clear();
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

/** The first revision in which a stream starts with an event that gives its client an id to resume it. */
const PRIMED_SINCE = '2025-11-25';

/** The client that receives the streams. */
interface StreamOwner {
  readonly sessionId: string | undefined;
  /** The client after `initialize`. */
  readonly client: { readonly revision: string } | undefined;
}

/** The event streams of a connection. Clients can resume the streams of a session. */
export class Streams {
  readonly #owner: StreamOwner;
  readonly #log: EventLog;
  readonly #standalone: StandaloneStream;
  readonly #missed: () => void;

  /**
   * @param isResumable whether the client may have received events from another process
   * @param holding counts the kept events
   * @param missed called when messages that belong to no request are lost to the client
   */
  constructor(owner: StreamOwner, isResumable: boolean, holding: CallerBudget | undefined, missed: () => void) {
    this.#owner = owner;
    this.#missed = missed;
    this.#log = new EventLog(isResumable ? randomBytes(6).toString('hex') : undefined, holding);
    this.#standalone = new StandaloneStream(this.#log);
  }

  /** The headers of responses. */
  get headers(): Readonly<Record<string, string>> {
    const { sessionId } = this.#owner;
    return sessionId === undefined ? {} : { 'mcp-session-id': sessionId };
  }

  /** Starts the stream of the response to a caller. */
  begin(caller: Identity | undefined): ReplyStream {
    if (this.#owner.sessionId === undefined) return nonResumableStream(new EventStream());
    const stream = this.#log.begin(caller);
    const sink = stream.open(this.headers, this.#isPrimed);
    return {
      answer: sink,
      get isRead() {
        return stream.isRead;
      },
      send: (json) => stream.send(json),
      leave: () => sink.end(), // The client may have resumed a different stream.
      end: () => stream.end(),
    };
  }

  /**
   * Opens the stream for messages that belong to no request, or resumes the stream of an event. Returns `undefined` for
   * an unknown event, and if the caller has lost a right. If the event's stream is from a different process, or its
   * later events are no longer kept, opens the stream for messages that belong to no request instead.
   */
  open(lastEventId: string | undefined, caller: Identity | undefined): EventStream | undefined {
    if (lastEventId === undefined || this.#standalone.isFromOtherProcess(lastEventId))
      return this.#standalone.open(this.headers, this.#isPrimed, caller);
    if (this.#standalone.hasLostAfter(lastEventId, caller)) {
      const reopened = this.#standalone.open(this.headers, this.#isPrimed, caller);
      this.#missed();
      return reopened;
    }
    const resumed = this.#log.resume(lastEventId, this.headers, caller);
    this.#standalone.sendMissed();
    return resumed;
  }

  /** Sends a message that belongs to no request. */
  send(message: Message): void {
    this.#standalone.send(message);
  }

  end(): void {
    this.#standalone.end();
  }

  get #isPrimed(): boolean {
    return (this.#owner.client?.revision ?? '') >= PRIMED_SINCE;
  }
}
