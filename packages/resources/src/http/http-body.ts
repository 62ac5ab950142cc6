import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  br: createBrotliDecompress,
  gzip: createGunzip,
  'x-gzip': createGunzip,
};

/** Thrown if a body is too large. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * The decompressed bytes of a body. Not many more than `maxBytes` are ever received or decompressed.
 * @throws {BodyTooLargeError} if there are more than `maxBytes`
 */
export async function readBody({ headers, body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  body.on('error', ignore); // The reader of the body gets the error; this handles it if there is no reader.
  try {
    if (Number(headers['content-length']) > maxBytes) throw new BodyTooLargeError();
    const decoder = decoderFor(headers['content-encoding']);
    return await collected(decoder === undefined ? body : pipeline(body, decoder, ignore), maxBytes);
  } finally {
    body.destroy();
  }
}

function ignore(): void {}

function decoderFor(encoding: string | string[] = 'identity'): Transform | undefined {
  const name = String(encoding).trim().toLowerCase();
  if (name === 'identity') return undefined;
  const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name]?.() : undefined;
  if (decoder === undefined) throw new Error('Its body has an encoding that was not requested');
  return decoder;
}

async function collected(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyTooLargeError();
    parts.push(chunk);
  }
  return Buffer.concat(parts, size);
}
