import type { BodyOptions } from '../build/edge/body.js';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { endpointOf } from './support/endpoint-of.ts';

/** Resolves to the JSON that an endpoint has read, or to its error response. */
async function answerTo(request: Request, limits: BodyOptions = {}) {
  const options = { maxBodyBytes: 16, ...limits };
  const endpoint = endpointOf(options, ({ message }) => Response.json({ json: message }));
  const answer = await endpoint.fetch(request);
  return answer.ok ? answer.json() : [answer.status, await answer.json()];
}

function requestOf(body: string | Uint8Array | ReadableStream, headers: Record<string, string> = {}): Request {
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
  return new Request('http://localhost/', { ...init, duplex: 'half' });
}

const read = (...[body, headers, limits]: [...Parameters<typeof requestOf>, BodyOptions?]) =>
  answerTo(requestOf(body, headers), limits);

function chunks(...parts: string[]): ReadableStream {
  return new Blob(parts).stream();
}

const refused = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message } });
const tooLarge = [413, refused(-32000, 'The body is larger than 16 bytes')];
const noJson = [400, refused(-32700, 'Parse error: the message is not valid JSON in UTF-8')];

describe('HttpHandler: bodies', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test('reads a body of maxBodyBytes, whole or in chunks', async () => {
    expect(await read('{"a":"12345678"}')).toEqual({ json: { a: '12345678' } });
    expect(await read(chunks('{"a":', '"ü"}'))).toEqual({ json: { a: 'ü' } });
  });

  test('rejects a larger body, with or without a content-length', async () => {
    expect(await read('{"a":"123456789"}')).toEqual(tooLarge);
    expect(await read(chunks('{"a":"', '1234567890', '"}'))).toEqual(tooLarge);
    expect(await read('{}', { 'content-length': '17' })).toEqual(tooLarge);
  });

  test('rejects a body that is not JSON in UTF-8', async () => {
    expect(await read('{')).toEqual(noJson);
    expect(await read('')).toEqual(noJson);
    expect(await read(new Uint8Array([0x22, 0xff, 0x22]))).toEqual(noJson);
  });

  test('ignores a byte order mark', async () => {
    expect(await read('\uFEFF{"a":1}')).toEqual({ json: { a: 1 } });
  });

  test('rejects and cancels an unfinished body after bodyTimeoutMs', async () => {
    jest.useFakeTimers();
    let cancelled = false;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('{"a":')),
      cancel: () => void (cancelled = true),
    });
    const reading = read(body, {}, { bodyTimeoutMs: 100 });
    await jest.advanceTimersByTimeAsync(99);
    expect(cancelled).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    const answer = await reading;
    expect({ answer, cancelled }).toEqual({
      answer: [408, refused(-32000, 'The body did not arrive within 100 ms')],
      cancelled: true,
    });
  });

  describe('when other code reads the body', () => {
    test.each<[string, Record<string, string>, (request: Request) => unknown]>([
      ['all of it', { 'content-length': '2' }, (request) => request.text()],
      ['all of it, without a length', {}, (request) => request.text()],
      ['only its reader', {}, ({ body }) => body?.getReader()],
    ])('reports the other reader instead of a parse error: %s', async (_, headers, take) => {
      const request = requestOf('{}', headers);
      await take(request);
      expect(await answerTo(request)).toEqual([
        500,
        refused(
          -32603,
          'The body was read before the request reached the handler: mount the handler before body parsers, or set `body` of the request to the parsed value',
        ),
      ]);
    });
  });
});
