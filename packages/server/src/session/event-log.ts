import { hasRights, type Identity } from '../auth/identity.js';
import { EventStream, eventOf } from '../edge/event-stream.js';
import type { CallerBudget } from '../edge/held-bytes.js';

/** The maximum number of characters in the kept events of a session, which its client may have missed. */
const MAX_KEPT = 262_144;
/** The memory of a kept event and its stream, beyond its text. */
const EVENT_BYTES = 512;

/** A sent or unsendable event. */
interface KeptEvent {
  readonly stream: SessionStream;
  readonly number: number;
  readonly text: string;
}

/** The latest events of a session, for clients that lost a stream (basic/transports, "Resumability and Redelivery"). */
export class EventLog {
  /** Oldest first. */
  readonly #events: KeptEvent[] = [];
  readonly #streams = new Map<string, SessionStream>();
  /** Distinguishes events of this process from events of other processes in the same session. */
  readonly #process: string | undefined;
  readonly #holding: CallerBudget | undefined;
  #size = 0;
  #begun = 0;

  /** @param holding counts the kept events; the log keeps fewer while the server holds many bytes */
  constructor(process?: string, holding?: CallerBudget) {
    this.#process = process;
    this.#holding = holding;
  }

  /**
   * Starts another stream.
   * @param identity the caller. Only a caller with all of this caller's scopes and the same claims may resume the
   * stream
   */
  begin(identity?: Identity): SessionStream {
    const id = (this.#begun++).toString(36);
    const stream = new SessionStream(id, this, identity);
    this.#streams.set(id, stream);
    return stream;
  }

  /** Resumes the stream that an event belongs to, unless the event is unknown or the caller has lost a right. */
  resume(eventId: string, headers: Readonly<Record<string, string>>, caller?: Identity): EventStream | undefined {
    const [, id = '', number = '', process] = EVENT_ID.exec(eventId) ?? [];
    if (process !== this.#process) return undefined;
    const stream = this.#streams.get(id);
    return hasRights(stream?.identity, caller) ? stream?.resume(Number(number), headers) : undefined;
  }

  /** Whether an event is from the corresponding stream of a different process. */
  isFromOtherProcess(eventId: string, { id }: SessionStream): boolean {
    const [, of, , process] = EVENT_ID.exec(eventId) ?? [];
    return this.#process !== undefined && of === id && process !== undefined && process !== this.#process;
  }

  /** Whether an event is from this stream. */
  isFrom(eventId: string, { id }: SessionStream): boolean {
    const [, of, , process] = EVENT_ID.exec(eventId) ?? [];
    return process === this.#process && of === id;
  }

  /** Whether an event is from this stream, and later events are no longer kept. */
  hasDroppedAfter(eventId: string, stream: SessionStream): boolean {
    return this.isFrom(eventId, stream) && Number(EVENT_ID.exec(eventId)?.[2]) < stream.lastDropped;
  }

  /** The id of an event. */
  idOf({ id }: SessionStream, number: number): string {
    return this.#process === undefined ? `${id}-${number}` : `${id}-${number}-${this.#process}`;
  }

  keep(event: KeptEvent): void {
    this.#events.push(event);
    this.#size += event.text.length;
    this.#holding?.add(bytesOf(event));
    while (this.#size > MAX_KEPT || (this.#size > 0 && this.#holding?.isHalfFull() === true)) this.#drop();
  }

  /** Returns the events of a stream that follow the event with this number. */
  after(stream: SessionStream, number: number): string {
    return this.#events
      .filter((event) => event.stream === stream && event.number > number)
      .map(({ text }) => text)
      .join('');
  }

  /** Removes an ended stream, unless some of its events are kept. */
  remove(stream: SessionStream): void {
    if (!this.#events.some((event) => event.stream === stream)) this.#streams.delete(stream.id);
  }

  #drop(): void {
    const dropped = this.#events.shift();
    if (dropped === undefined) return;
    this.#size -= dropped.text.length;
    this.#holding?.release(bytesOf(dropped));
    dropped.stream.drop(dropped.number);
    if (dropped.stream.hasEnded) this.remove(dropped.stream);
  }
}

function bytesOf({ text }: KeptEvent): number {
  return EVENT_BYTES + 2 * text.length;
}

/** The parts of an event id: the stream, the index of the event, and the process. */
const EVENT_ID = /^([\da-z]+)-(\d+)(?:-([\da-f]+))?$/;

/** A stream of a session. Its client may lose and resume it. */
export class SessionStream {
  readonly id: string;
  /** The caller that may receive its events. */
  identity: Identity | undefined;
  readonly #log: EventLog;
  #sink: EventStream | undefined;
  #sent = 0;
  #isPrimed = false;
  #lastDropped = 0;
  #hasEnded = false;

  constructor(id: string, log: EventLog, identity: Identity | undefined) {
    this.id = id;
    this.identity = identity;
    this.#log = log;
  }

  /** The number of the last event that is no longer kept; 0 if all are kept. */
  get lastDropped(): number {
    return this.#lastDropped;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether a client is reading the stream. */
  get isRead(): boolean {
    return this.#sink?.isOver === false;
  }

  /**
   * Opens the stream for its client.
   * @param isPrimed whether the stream starts with an event without data, which gives the client an id and a delay
   * (since protocol revision 2025-11-25)
   */
  open(headers: Readonly<Record<string, string>>, isPrimed: boolean): EventStream {
    const sink = new EventStream(headers);
    // Ends the previous response, because the server cannot detect that a client has silently disconnected.
    this.#sink?.end();
    this.#sink = sink;
    if (isPrimed) sink.write(`id: ${this.#log.idOf(this, this.#primingNumber())}\nretry: ${delayMs()}\ndata: \n\n`);
    return sink;
  }

  /** Returns the number of the event without data. No other event of the stream has this number. */
  #primingNumber(): number {
    if (this.#isPrimed || this.#sent > 0) this.#sent += 1;
    this.#isPrimed = true;
    return this.#sent;
  }

  /** Called when an event has been discarded. */
  drop(number: number): void {
    this.#lastDropped = number;
  }

  /** Reopens the stream with the events after this one, unless some of them are no longer kept. */
  resume(number: number, headers: Readonly<Record<string, string>>): EventStream | undefined {
    if (number < this.#lastDropped || number > this.#sent) return undefined;
    const sink = this.open(headers, false);
    const missed = this.#log.after(this, number);
    if (missed !== '') sink.write(missed);
    if (this.#hasEnded) sink.end();
    return sink;
  }

  /** Sends a message, as JSON on one line, and keeps it. */
  send(json: string): void {
    this.#sent += 1;
    const text = eventOf(json, this.#log.idOf(this, this.#sent));
    this.#log.keep({ stream: this, number: this.#sent, text });
    this.#sink?.write(text);
  }

  end(): void {
    this.#hasEnded = true;
    this.#sink?.end();
    this.#sink = undefined; // A stream takes more memory than most events.
    this.#log.remove(this);
  }
}

/** The time before a client reconnects. Its random part spreads clients that lose their streams at the same time. */
function delayMs(): number {
  return 1_000 + Math.floor(Math.random() * 1_000);
}
