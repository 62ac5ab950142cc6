import type { IncomingMessage } from 'node:http';

interface Reader {
  /** Is given the body, unless it has `failed` to come, or comes too late. */
  readonly read: (bytes: Buffer) => void;
  readonly failed: () => void;
  /** Is told that the body has not come within `timeoutMs`; nothing more of it is read then. */
  readonly late: () => void;
  readonly timeoutMs: number;
}

/** Reads a body that Node has checked against its `content-length`. */
export function readBody(incoming: IncomingMessage, { read, failed, late, timeoutMs }: Reader): void {
  if (incoming.destroyed) return failed(); // Its client has gone, and nothing more will be said about it.
  const chunks: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;
  const take = (chunk: Buffer) => void chunks.push(chunk);
  const end = () => {
    clearTimeout(timer);
    const [only] = chunks;
    read(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks));
  };
  const fail = () => {
    clearTimeout(timer);
    failed();
  };
  const stop = () => {
    incoming.off('data', take).off('end', end).off('error', fail);
    late();
  };
  incoming.on('data', take).once('end', end).once('error', fail);
  // Most bodies come together with their head, and need no timer.
  process.nextTick(() => {
    if (!incoming.complete && !incoming.destroyed) timer = setTimeout(stop, timeoutMs);
  });
}
