import type { IncomingMessage } from 'node:http';
import { ArrivingBody } from './arriving-body.js';
import type { BodyLimits } from './body-limits.js';
import type { BodyFault, BodyTaker, Exchange } from './exchange.js';

/** The members that frameworks add to a request. */
export interface Read extends IncomingMessage {
  /** The parsed body. */
  readonly body?: unknown;
  /** The raw body. */
  readonly rawBody?: unknown;
}

/** A request of Node. */
interface Carried extends Exchange {
  readonly incoming: Read;
}

/** Takes the body of a request, which a framework may have read already. */
export function takeIncoming(exchange: Carried, limits: BodyLimits, taker: BodyTaker): void {
  const { readableDidRead, readableFlowing, readableEnded } = exchange.incoming;
  const isRead = readableEnded || (readableDidRead && readableFlowing !== true);
  if (isRead) adoptBody(exchange, taker);
  else readIncoming(exchange, limits, taker);
}

function adoptBody(exchange: Carried, taker: BodyTaker): void {
  const { rawBody, body = rawBody } = exchange.incoming;
  if (body === undefined) return taker.refused(exchange, 'read before');
  if (typeof body === 'string') return taker.read(exchange, Buffer.from(body));
  return body instanceof Uint8Array ? taker.read(exchange, body) : taker.parsed(exchange, body);
}

/** Reads a body within its limits. */
function readIncoming(exchange: Carried, limits: BodyLimits, taker: BodyTaker): void {
  const { maxBodyBytes: maxBytes, bodyTimeoutMs: timeoutMs } = limits;
  const { incoming } = exchange;
  const isUntouched = incoming.readableEncoding === null && incoming.readableFlowing === null;
  const bytes = isUntouched ? takeBody(incoming) : undefined;
  if (bytes !== undefined)
    return bytes.length > maxBytes ? taker.refused(exchange, 'too large') : taker.read(exchange, bytes);
  const attempt = (work: () => void) => taker.attempt(exchange, work);
  readBody(incoming, {
    read: (body) => attempt(() => taker.read(exchange, body)),
    failed: () => taker.failed(exchange),
    refused: (why) => attempt(() => taker.refused(exchange, why)),
    timeoutMs,
    bytes: new ArrivingBody(maxBytes, exchange.holding),
  });
}

interface Reader {
  /** Receives the body, unless it is `refused` or has `failed`. */
  readonly read: (bytes: Buffer) => void;
  readonly failed: () => void;
  /** Receives the reason why reading stops, for example that it exceeded `timeoutMs`. */
  readonly refused: (why: BodyFault) => void;
  readonly timeoutMs: number;
  readonly bytes: ArrivingBody;
}

/** Takes a complete body: most are complete in the event loop turn of their head. */
function takeBody(incoming: IncomingMessage): Buffer | undefined {
  if (!incoming.complete || incoming.destroyed) return undefined;
  return (incoming.read() as Buffer | null) ?? Buffer.alloc(0);
}

/** Waits for a body; Node checks its `content-length`. */
function readBody(incoming: IncomingMessage, reader: Reader): void {
  const { read, failed, refused, timeoutMs, bytes } = reader;
  if (incoming.destroyed) return failed(); // Its client has left, and no further event will come.
  const stop = () => {
    clearTimeout(timer);
    incoming.off('data', take).off('end', end).off('error', fail);
    return bytes.end();
  };
  const refuse = (why: BodyFault) => {
    stop();
    refused(why);
  };
  const take = (piece: Buffer | string) => {
    const part = typeof piece === 'string' ? Buffer.from(piece, incoming.readableEncoding ?? 'utf8') : piece;
    const fault = bytes.add(part);
    if (fault !== undefined) refuse(fault);
  };
  const end = () => read(stop());
  const fail = () => {
    stop();
    failed();
  };
  const timer = setTimeout(() => refuse('too slow'), timeoutMs);
  incoming.on('data', take).once('end', end).once('error', fail).resume(); // Other code may have paused it.
}
