import type { IncomingMessage } from 'node:http';
import { type BodyResult, type BodyFault, type BodyLimits, ArrivingBody } from './body.js';
import type { CallerBudget } from './held-bytes.js';

/** The properties that frameworks add to a request. */
export interface PreparsedRequest extends IncomingMessage {
  /** The parsed body. */
  readonly body?: unknown;
  /** The raw body. */
  readonly rawBody?: unknown;
}

/** A request of Node, and the budget for its body. */
interface BodySource {
  readonly incoming: PreparsedRequest;
  readonly holding: CallerBudget;
}

/** Reads the body of a request within its limits, or takes it from the framework that has already read it. */
export function readIncoming(source: BodySource, limits: BodyLimits): Promise<BodyResult> | BodyResult {
  const { incoming, holding } = source;
  const { readableDidRead, readableFlowing, readableEnded } = incoming;
  if (readableEnded || (readableDidRead && readableFlowing !== true)) return takeParsed(incoming);
  const isUntouched = incoming.readableEncoding === null && readableFlowing === null;
  const bytes = isUntouched ? readComplete(incoming) : undefined;
  if (bytes === undefined)
    return receiveBody(incoming, limits.bodyTimeoutMs, new ArrivingBody(limits.maxBodyBytes, holding));
  return bytes.length > limits.maxBodyBytes ? 'too large' : bytes;
}

function takeParsed({ rawBody, body = rawBody }: PreparsedRequest): BodyResult {
  if (body === undefined) return 'read before';
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? body : { parsed: body };
}

/** Reads a body that has already arrived. Most bodies arrive in the same event loop turn as their head. */
function readComplete(incoming: IncomingMessage): Buffer | undefined {
  if (!incoming.complete || incoming.destroyed) return undefined;
  return (incoming.read() as Buffer | null) ?? Buffer.alloc(0);
}

/** Waits for a body. Node itself checks `content-length`. */
function receiveBody(incoming: IncomingMessage, timeoutMs: number, bytes: ArrivingBody): Promise<BodyResult> {
  if (incoming.destroyed) return Promise.resolve('gone'); // The request emits no further event.
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
    incoming.on('data', take).once('end', end).once('error', fail).resume(); // Other code may have paused the request.
  });
}
