import { GrowingBuffer } from './growing-buffer.js';

/** Resolves to all bytes of a stream, or to nothing if there are more than `max`. */
export async function collectBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  max: number,
): Promise<Uint8Array | undefined> {
  const bytes = new GrowingBuffer(max);
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (!bytes.add(next.value)) return undefined;
  }
  return bytes.take();
}
