import type { Document } from '../jsonrpc/document.js';
import type { Refusal } from '../jsonrpc/refusal.js';

/** An answer that continues, as a stream of events. */
export interface OpenStream {
  readonly stream: ReadableStream<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer to an HTTP request. */
export type Answer = Document | Refusal | OpenStream;

/** Whether an answer continues. */
export function isOpenStream(answer: Answer): answer is OpenStream {
  return 'stream' in answer;
}

export function isRefusal(answer: Document | Refusal): answer is Refusal {
  return 'code' in answer;
}

/** The answer to a message that needs none. */
export const ACCEPTED: Document = { status: 202, text: '', headers: {} };
