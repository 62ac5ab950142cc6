import { refuse } from './refusal.js';

/**
 * Reads a request's body as JSON, and no more of it than `maxBytes`.
 * @returns the value, or the refusal to answer with: 413 for a larger body, 400 for one that is no JSON
 */
export async function readJson(request: Request, maxBytes: number): Promise<{ json: unknown } | { refusal: Response }> {
  if (Number(request.headers.get('content-length')) > maxBytes) return { refusal: tooLarge(maxBytes) };
  const bytes = await readBytes(request, maxBytes);
  if (bytes === undefined) return { refusal: tooLarge(maxBytes) };
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { refusal: refuse({ status: 400, code: -32700, message: 'Parse error: the body is not JSON in UTF-8' }) };
  }
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function tooLarge(maxBytes: number): Response {
  return refuse({ status: 413, code: -32000, message: `The body is larger than ${maxBytes} bytes` });
}
