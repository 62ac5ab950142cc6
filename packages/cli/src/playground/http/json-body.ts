import type { IncomingMessage } from 'node:http';
import { RequestFault } from './request-fault.js';

const MAX_BYTES = 1024 * 1024;

/**
 * Reads the JSON that a request brings.
 * @throws {RequestFault} if it is too large, is not JSON, or is not declared as such
 */
export async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const { 'content-type': type = '', 'content-length': length = '0' } = request.headers;
  if (!/^application\/json *(;|$)/i.test(type)) throw new RequestFault(415, 'content-type', 'Send application/json');
  if (Number(length) > MAX_BYTES) throw tooLarge();
  const text = await textOf(request);
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestFault(400, 'json', 'The body is not JSON');
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The connection has to last for the answer.
  const read = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of read) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(): RequestFault {
  return new RequestFault(413, 'too-large', `The body has more than ${MAX_BYTES} bytes`, { connection: 'close' });
}
