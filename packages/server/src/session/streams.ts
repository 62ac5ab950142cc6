import { randomBytes } from 'node:crypto';
import type { Identity } from '../auth/identity.js';
import { EventStream } from '../edge/event-stream.js';
import type { CallerBudget } from '../edge/held-bytes.js';
import type { Message } from '../jsonrpc/message.js';
import { EventLog } from './event-log.js';
import { passingStream, type ReplyStream } from './reply.js';
import { StandaloneStream } from './standalone-stream.js';

/** The first revision in which a stream starts with an event that gives its client an id to resume it. */
const PRIMED_SINCE = '2025-11-25';

/** The receivers of streams. */
interface Listening {
  readonly sessionId: string | undefined;
  /** The client after `initialize`. */
  readonly client: { readonly revision: string } | undefined;
}

/** The event streams of a connection. In a session they can be resumed. */
export class Streams {
  readonly #listening: Listening;
  readonly #log: EventLog;
  readonly #standalone: StandaloneStream;
  readonly #missed: () => void;

  /**
   * @param isResumable whether the client may have events of another process
   * @param holding counts the kept events
   * @param missed called when the client has missed messages that belong to no request and are no longer kept
   */
  constructor(listening: Listening, isResumable: boolean, holding: CallerBudget | undefined, missed: () => void) {
    this.#listening = listening;
    this.#missed = missed;
    this.#log = new EventLog(isResumable ? randomBytes(6).toString('hex') : undefined, holding);
    this.#standalone = new StandaloneStream(this.#log);
  }

  /** The headers of answers. */
  get headers(): Readonly<Record<string, string>> {
    const { sessionId } = this.#listening;
    return sessionId === undefined ? {} : { 'mcp-session-id': sessionId };
  }

  /** Starts the stream that answers a request of a caller. */
  begin(caller: Identity | undefined): ReplyStream {
    if (this.#listening.sessionId === undefined) return passingStream(new EventStream());
    const stream = this.#log.begin(caller);
    const sink = stream.open(this.headers, this.#isPrimed);
    return {
      answer: sink,
      get isRead() {
        return stream.isRead;
      },
      send: (json) => stream.send(json),
      leave: () => sink.end(), // The client may have returned on another stream.
      end: () => stream.end(),
    };
  }

  /**
   * Opens the stream for messages that belong to no request, or resumes the stream of an event. Returns nothing for an
   * unknown event, and if the caller has lost a right. The former is opened anew for an event of another process, and
   * for one after which some are no longer kept.
   */
  open(lastEventId: string | undefined, caller: Identity | undefined): EventStream | undefined {
    if (lastEventId === undefined || this.#standalone.isElsewhere(lastEventId))
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
    return (this.#listening.client?.revision ?? '') >= PRIMED_SINCE;
  }
}
