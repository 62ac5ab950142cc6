import type { IncomingMessage } from 'node:http';
import { type Arrived, type BodyFault, type BodyLimits, ArrivingBody } from './body.js';
import type { CallerBudget } from './held-bytes.js';

/** The members that frameworks add to a request. */
export interface PreparsedRequest extends IncomingMessage {
  /** The parsed body. */
  readonly body?: unknown;
  /** The raw body. */
  readonly rawBody?: unknown;
}

/** A request of Node, and what counts the bytes that arrive of it. */
interface BodySource {
  readonly incoming: PreparsedRequest;
  readonly holding: CallerBudget;
}

/** Reads the body of a request within its limits, or takes it from the framework that has read it already. */
export function readIncoming(carried: BodySource, limits: BodyLimits): Promise<Arrived> | Arrived {
  const { incoming } = carried;
  const { readableDidRead, readableFlowing, readableEnded } = incoming;
  if (readableEnded || (readableDidRead && readableFlowing !== true)) return adopted(incoming);
  const isUntouched = incoming.readableEncoding === null && readableFlowing === null;
  const bytes = isUntouched ? complete(incoming) : undefined;
  if (bytes === undefined)
    return arriving(incoming, limits.bodyTimeoutMs, new ArrivingBody(limits.maxBodyBytes, carried.holding));
  return bytes.length > limits.maxBodyBytes ? 'too large' : bytes;
}

function adopted({ rawBody, body = rawBody }: PreparsedRequest): Arrived {
  if (body === undefined) return 'read before';
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? body : { parsed: body };
}

/** Takes a complete body: most are complete in the event loop turn of their head. */
function complete(incoming: IncomingMessage): Buffer | undefined {
  if (!incoming.complete || incoming.destroyed) return undefined;
  return (incoming.read() as Buffer | null) ?? Buffer.alloc(0);
}

/** Waits for a body; Node checks its `content-length`. */
function arriving(incoming: IncomingMessage, timeoutMs: number, bytes: ArrivingBody): Promise<Arrived> {
  if (incoming.destroyed) return Promise.resolve('gone'); // No further event will come.
  return new Promise((resolve) => {
    const stop = (fault?: BodyFault) => {
      clearTimeout(timer);
      incoming.off('data', take).off('end', end).off('error', fail);
      const all = bytes.end();
      resolve(fault ?? all);
    };
    const take = (piece: Buffer | string) => {
      const part = typeof piece === 'string' ? Buffer.from(piece, incoming.readableEncoding ?? 'utf8') : piece;
      const fault = bytes.add(part);
      if (fault !== undefined) stop(fault);
    };
    const end = () => stop();
    const fail = () => stop('gone');
    const timer = setTimeout(() => stop('too slow'), timeoutMs);
    incoming.on('data', take).once('end', end).once('error', fail).resume(); // Other code may have paused it.
  });
}
