import type { IncomingMessage } from 'node:http';
import { carrierOf } from './caller.js';
import { isCheckableJson, UNCHECKABLE } from '../jsonrpc/message-budget.js';
import { GrowingBuffer } from '../shared/growing-buffer.js';
import { readBody } from '../lane/incoming-body.js';
import { ANY_SIZE, ANY_TIME, limit, MAX_TEXT_BYTES } from '../shared/limit.js';
import { bodyOf } from './parsed-body.js';
import { refuse } from '../jsonrpc/refusal.js';

export interface BodyOptions {
  /**
   * How large the body of a request may be, in bytes; `Infinity` for as large as a text can be in Node, 512 MiB.
   * @default 4194304
   */
  readonly maxBodyBytes?: number;
  /**
   * How long the body of a request may take to arrive, in milliseconds, up to 24 days. Then the request is refused with 408, and its
   * connection closed.
   * @default 30000
   */
  readonly bodyTimeoutMs?: number;
  /**
   * How long a client may take nothing of an answer, in milliseconds, up to 24 days. Then its connection is closed, or after
   * twice that where it had taken some; until then the request is one of `maxRequests`.
   * @default 30000
   */
  readonly answerTimeoutMs?: number;
  /**
   * How much of an event stream may wait for its client while more is to come, in bytes; `Infinity` for any amount. A client
   * that lets more wait has a second to catch up, and is hung up on then.
   * @default 4194304
   */
  readonly maxPendingBytes?: number;
}

/** How much may wait for a client unless something else is said. */
export const MAX_PENDING_BYTES = 4 * 1024 * 1024;

export type BodyLimits = Required<BodyOptions>;

type ReadLimits = Pick<BodyLimits, 'maxBodyBytes' | 'bodyTimeoutMs'>;

/** @throws {RangeError} for limits that are none */
export function bodyLimits(options: BodyOptions): BodyLimits {
  const { maxBodyBytes = 4 * 1024 * 1024, bodyTimeoutMs = 30_000 } = options;
  const { answerTimeoutMs = 30_000, maxPendingBytes = MAX_PENDING_BYTES } = options;
  return {
    maxBodyBytes: Math.min(limit('maxBodyBytes', maxBodyBytes, ANY_SIZE), MAX_TEXT_BYTES),
    bodyTimeoutMs: limit('bodyTimeoutMs', bodyTimeoutMs, ANY_TIME),
    answerTimeoutMs: limit('answerTimeoutMs', answerTimeoutMs, ANY_TIME),
    maxPendingBytes: limit('maxPendingBytes', maxPendingBytes, ANY_SIZE),
  };
}

/**
 * Reads a request's body as JSON, no more of it than `maxBodyBytes` and no longer than `bodyTimeoutMs`.
 * @returns the value, or the refusal to answer with: 413 for a larger body, 408 for a slower one, 400 for one that is no
 * JSON, or more of it than can be checked, 500 for one that somebody else has read
 */
export async function readJson(
  request: Request,
  limits: ReadLimits,
): Promise<{ json: unknown } | { refusal: Response }> {
  const message = messageOf(request);
  if (message !== undefined) return { json: message };
  const length = Number(request.headers.get('content-length'));
  if (length > limits.maxBodyBytes) return { refusal: tooLarge(limits) };
  const bytes = await readBytes(request, limits);
  if (bytes instanceof Response) return { refusal: bytes };
  if (bytes.byteLength === 0 && length > 0) return { refusal: refuse(READ_BEFORE) };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return isCheckableJson(text) ? { json: JSON.parse(text) } : { refusal: refuse({ status: 400, ...UNCHECKABLE }) };
  } catch {
    return { refusal: refuse({ status: 400, code: -32700, message: 'Parse error: the body is not JSON in UTF-8' }) };
  }
}

// As the SDKs take it: what is not read here they read themselves, with other limits.
const JSON_TYPE = /^\s*application\/json\s*(;|$)/i;

/** Whether a request says that its body is JSON. */
export function holdsJson({ headers }: Request): boolean {
  return JSON_TYPE.test(headers.get('content-type') ?? '');
}

/** What somebody has made of the body already. */
function messageOf(request: Request): unknown {
  const incoming = carrierOf(request)?.incoming;
  return incoming && bodyOf(incoming)?.message;
}

/** Refuses a request whose body has not arrived in time; what may still come of it is not waited for. */
export function tooSlow({ bodyTimeoutMs }: Pick<BodyLimits, 'bodyTimeoutMs'>): Response {
  const message = `The body has not arrived within ${bodyTimeoutMs} ms`;
  return refuse({ status: 408, code: -32000, message, headers: { connection: 'close' } });
}

function tooLarge({ maxBodyBytes }: Pick<BodyLimits, 'maxBodyBytes'>): Response {
  return refuse({ status: 413, code: -32000, message: `The body is larger than ${maxBodyBytes} bytes` });
}

function readBytes(request: Request, limits: ReadLimits): Promise<Uint8Array | Response> {
  const incoming = carrierOf(request)?.incoming;
  // A web-standard stream takes four times as long as Node's for a body in small pieces.
  return incoming !== undefined && isUntouched(incoming) ? readIncoming(incoming, limits) : readStream(request, limits);
}

function isUntouched(incoming: IncomingMessage): boolean {
  const { readableFlowing, readableEncoding, destroyed } = incoming;
  return readableFlowing === null && readableEncoding === null && !destroyed && !('rawBody' in incoming);
}

function readIncoming(incoming: IncomingMessage, limits: ReadLimits): Promise<Uint8Array | Response> {
  return new Promise((resolve, reject) => {
    readBody(incoming, {
      read: resolve,
      failed: () => reject(new Error('The client has gone')),
      late: () => resolve(tooSlow(limits)),
      timeoutMs: limits.bodyTimeoutMs,
      tooLarge: () => resolve(tooLarge(limits)),
      maxBytes: limits.maxBodyBytes,
    });
  });
}

async function readStream({ body }: Request, limits: ReadLimits): Promise<Uint8Array | Response> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined); // It has failed: then nothing more comes either.
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, limits.bodyTimeoutMs);
  try {
    const bytes = await collect(reader, limits.maxBodyBytes);
    if (bytes === undefined) stop();
    if (isLate) return tooSlow(limits);
    return bytes ?? tooLarge(limits);
  } finally {
    clearTimeout(timer);
  }
}

/** Gives all bytes of a stream; nothing where there are more than `max`. */
export async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  max: number,
): Promise<Uint8Array | undefined> {
  const bytes = new GrowingBuffer(max);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.take();
    if (!bytes.add(value)) return undefined;
  }
}

const READ_BEFORE = {
  status: 500,
  code: -32603,
  message:
    'The body was read before it came here: mount the handler before body parsers, or pass on what they make of it',
};
