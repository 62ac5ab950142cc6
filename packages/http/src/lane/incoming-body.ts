import type { IncomingMessage } from 'node:http';

interface Reader {
  /** Is given the body, unless it has `failed` to come, or comes too late. */
  readonly read: (bytes: Buffer) => void;
  readonly failed: () => void;
  /** Is told that the body has not come within `timeoutMs`; nothing more of it is read then. */
  readonly late: () => void;
  readonly timeoutMs: number;
}

/** Takes a body that is all there, as most are at the end of the turn in which their head has come. */
export function takeBody(incoming: IncomingMessage): Buffer | undefined {
  if (!incoming.complete || incoming.destroyed) return undefined;
  return (incoming.read() as Buffer | null) ?? Buffer.alloc(0);
}

/** Waits for a body, which Node checks against its `content-length`. */
export function readBody(incoming: IncomingMessage, { read, failed, late, timeoutMs }: Reader): void {
  if (incoming.destroyed) return failed(); // Its client has gone, and nothing more will be said about it.
  const chunks: Buffer[] = [];
  const take = (chunk: Buffer) => void chunks.push(chunk);
  const end = () => {
    clearTimeout(timer);
    read(Buffer.concat(chunks));
  };
  const fail = () => {
    clearTimeout(timer);
    failed();
  };
  const stop = () => {
    incoming.off('data', take).off('end', end).off('error', fail);
    late();
  };
  const timer = setTimeout(stop, timeoutMs);
  incoming.on('data', take).once('end', end).once('error', fail);
}
