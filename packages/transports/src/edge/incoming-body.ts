import type { IncomingMessage } from 'node:http';
import { GrowingBuffer } from '../shared/growing-buffer.js';

interface Reader {
  /** Is given the body, unless it has `failed` to come, comes too late, or is too large. */
  readonly read: (bytes: Buffer) => void;
  readonly failed: () => void;
  /** Is told that the body has not come within `timeoutMs`; nothing more of it is read then. */
  readonly late: () => void;
  readonly timeoutMs: number;
  /** Is told that there is more of it than `maxBytes`; nothing more of it is read then. */
  readonly tooLarge?: () => void;
  /** @default as many as there are: Node lets no more of them come than `content-length` says */
  readonly maxBytes?: number;
}

/** Takes a body that is all there, as most are at the end of the turn in which their head has come. */
export function takeBody(incoming: IncomingMessage): Buffer | undefined {
  if (!incoming.complete || incoming.destroyed) return undefined;
  return (incoming.read() as Buffer | null) ?? Buffer.alloc(0);
}

/** Waits for a body, which Node checks against its `content-length`. */
export function readBody(incoming: IncomingMessage, reader: Reader): void {
  const { read, failed, late, timeoutMs, tooLarge } = reader;
  if (incoming.destroyed) return failed(); // Its client has gone, and nothing more will be said about it.
  const bytes = new GrowingBuffer(reader.maxBytes);
  const stop = () => {
    clearTimeout(timer);
    incoming.off('data', take).off('end', end).off('error', fail);
  };
  const take = (piece: Buffer | string) => {
    const part = typeof piece === 'string' ? Buffer.from(piece, incoming.readableEncoding ?? 'utf8') : piece;
    if (bytes.add(part)) return;
    stop();
    tooLarge?.();
  };
  const end = () => {
    stop();
    read(bytes.take());
  };
  const fail = () => {
    stop();
    failed();
  };
  const timer = setTimeout(() => {
    stop();
    late();
  }, timeoutMs);
  incoming.on('data', take).once('end', end).once('error', fail);
}
