import type { IncomingMessage } from 'node:http';

interface Reader {
  /** Is given the body, unless it has `failed` to come. */
  readonly read: (bytes: Buffer) => void;
  readonly failed: () => void;
}

/** Reads a body that Node has checked against its `content-length`. */
export function readBody(incoming: IncomingMessage, { read, failed }: Reader): void {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
  incoming.once('end', () => {
    const [only] = chunks;
    read(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks));
  });
  incoming.once('error', failed);
}
