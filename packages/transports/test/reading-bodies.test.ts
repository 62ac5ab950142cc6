import type { BodyOptions } from '@cuecard/transports';
import { describe, expect, test } from '@jest/globals';
import { endpointOf } from './support/endpoint-of.ts';

/** What an endpoint has read, or its refusal. */
async function answerTo(request: Request, limits: BodyOptions = {}) {
  const options = { maxBodyBytes: 16, bodyTimeoutMs: 100, ...limits };
  const endpoint = endpointOf(options, ({ message }) => Response.json({ json: message }));
  const answer = await endpoint.fetch(request);
  return answer.ok ? answer.json() : [answer.status, await answer.json()];
}

function asked(body: string | Uint8Array | ReadableStream, headers: Record<string, string> = {}): Request {
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
  return new Request('http://localhost/', { ...init, duplex: 'half' });
}

const read = (...[body, headers, limits]: [...Parameters<typeof asked>, BodyOptions?]) =>
  answerTo(asked(body, headers), limits);

function chunks(...parts: string[]): ReadableStream {
  return new Blob(parts).stream();
}

const refused = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message } });
const tooLarge = [413, refused(-32000, 'The body is larger than 16 bytes')];
const noJson = [400, refused(-32700, 'Parse error: the body is not JSON in UTF-8')];

test('a body up to the limit is read, in however many pieces it comes', async () => {
  expect(await read('{"a":"12345678"}')).toEqual({ json: { a: '12345678' } });
  expect(await read(chunks('{"a":', '"ü"}'))).toEqual({ json: { a: 'ü' } });
});

test('a larger body is refused, whether it says its length or not', async () => {
  expect(await read('{"a":"123456789"}')).toEqual(tooLarge);
  expect(await read(chunks('{"a":"', '1234567890', '"}'))).toEqual(tooLarge);
  expect(await read('{}', { 'content-length': '17' })).toEqual(tooLarge);
});

test('what is no JSON in UTF-8 is refused', async () => {
  expect(await read('{')).toEqual(noJson);
  expect(await read('')).toEqual(noJson);
  expect(await read(new Uint8Array([0x22, 0xff, 0x22]))).toEqual(noJson);
});

test('a byte order mark before the body is none of it', async () => {
  expect(await read('\uFEFF{"a":1}')).toEqual({ json: { a: 1 } });
});

test('a body that does not come is refused after bodyTimeoutMs, and let go', async () => {
  let cancelled = false;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from('{"a":')),
    cancel: () => void (cancelled = true),
  });
  const answer = await read(body);
  expect({ answer, cancelled }).toEqual({
    answer: [408, refused(-32000, 'The body has not arrived within 100 ms')],
    cancelled: true,
  });
});

describe('a body that somebody else has read, or is about to, is not called a parse error', () => {
  test.each<[string, Record<string, string>, (request: Request) => unknown]>([
    ['all of it', { 'content-length': '2' }, (request) => request.text()],
    ['all of it, without its length', {}, (request) => request.text()],
    ['nothing of it yet', {}, ({ body }) => body?.getReader()],
  ])('%s', async (_, headers, take) => {
    const request = asked('{}', headers);
    await take(request);
    expect(await answerTo(request)).toEqual([
      500,
      refused(
        -32603,
        'The body was read before it came here: mount the handler before body parsers, or pass on what they make of it',
      ),
    ]);
  });
});
