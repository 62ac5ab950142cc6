import { PassThrough } from 'node:stream';
import { Arg, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { serveHttp, serveStdio } from '@cuecard/server';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { headers, type Json, Lines, post } from './support/raw.ts';

class CodeArgs {
  @Arg()
  code!: string;

  @Arg()
  tone = 'kind';
}

@Prompt({ args: CodeArgs })
class Review implements PromptHandler<CodeArgs> {
  render = ({ code, tone }: CodeArgs) => `${tone}: ${code}`;
}

@Prompt({ name: 'constructor' })
class Constructor implements PromptHandler {
  render = () => 'built';
}

const runtime = new Runtime({ prompts: [Review, Constructor] });
const identity = { name: 'review', version: '1.0.0' };
let http: Awaited<ReturnType<typeof serveHttp>>;
let stdio: Awaited<ReturnType<typeof serveStdio>>;
let lines: Lines;
beforeAll(async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  lines = new Lines(stdin, stdout);
  http = await serveHttp(runtime, { ...identity, port: 0 });
  stdio = await serveStdio(runtime, { ...identity, stdin, stdout });
});
afterAll(async () => {
  await stdio.close();
  await http.close();
});

const request = (method: string, params?: string) =>
  `{"jsonrpc":"2.0","id":7,"method":"${method}"${params === undefined ? '' : `,"params":${params}`}}`;
const get = (args?: string) =>
  request('prompts/get', `{"name":"review"${args === undefined ? '' : `,"arguments":${args}`}}`);

const unnamed = { code: -32602, message: 'The name of a prompt must be a string' };
const unknown = (prompt: string) => ({ code: -32602, message: `Unknown prompt "${prompt}"`, data: { prompt } });
const invalid = (
  ...errors: { argument: string; rule: string; message: string; expected?: string; suggestion?: string }[]
) => ({
  code: -32602,
  message: `Invalid arguments for prompt "review": ${errors.map(({ message }) => message).join('; ')}`,
  data: { prompt: 'review', errors },
});
const required = { argument: 'code', rule: 'isDefined', message: 'code is required' };
const notAnObject = { argument: '', rule: 'isObject', message: 'arguments must be an object whose values are strings' };
const notAString = { argument: 'code', rule: 'isString', message: 'code must be a string', expected: 'a string' };
const stranger = (argument: string) => ({
  argument,
  rule: 'unknown',
  message: `${argument} is not a known argument`,
});
const invalidParams = (method: string) => ({ code: -32602, message: `Invalid params for ${method}` });
const invalidCursor = { code: -32602, message: 'Invalid cursor: request the list without a cursor' };

/** The name of a test case, the request and its error. The id is 7 by default. */
type Wrong = readonly [string, string, object, (number | null)?];
const requests: readonly Wrong[] = [
  ['prompts/get without params', request('prompts/get'), unnamed],
  ['prompts/get with empty params', request('prompts/get', '{}'), unnamed],
  ['a name that is a number', request('prompts/get', '{"name":5}'), unnamed],
  ['a name that is an array', request('prompts/get', '{"name":["review"]}'), unnamed],
  ['the empty name', request('prompts/get', '{"name":""}'), unknown('')],
  ['an unknown name', request('prompts/get', '{"name":"nope"}'), unknown('nope')],
  ['the name __proto__', request('prompts/get', '{"name":"__proto__"}'), unknown('__proto__')],
  ['a very long name', request('prompts/get', `{"name":"${'x'.repeat(9999)}"}`), unknown(`${'x'.repeat(64)}…`)],
  ['params whose prototype is replaced', request('prompts/get', '{"__proto__":{"name":"review"}}'), unnamed],
  ['missing arguments', get(), invalid(required)],
  ['empty arguments', get('{}'), invalid(required)],
  ['arguments null', get('null'), invalid(notAnObject)],
  ['arguments an array', get('["code"]'), invalid(notAnObject)],
  ['arguments a string', get('"code"'), invalid(notAnObject)],
  ['an empty value', get('{"code":""}'), invalid(required)],
  ['a value that is a number', get('{"code":5}'), invalid(notAString)],
  ['a value that is null', get('{"code":null}'), invalid(notAString)],
  ['a value that is an object', get('{"code":{"toString":"x"}}'), invalid(notAString)],
  [
    'an unknown argument',
    get('{"code":"x","cdoe":"y"}'),
    invalid({
      ...stranger('cdoe'),
      message: 'cdoe is not a known argument; did you mean code?',
      suggestion: 'code',
    }),
  ],
  ['the argument __proto__', get('{"code":"x","__proto__":"y"}'), invalid(stranger('__proto__'))],
  ['__proto__ as an object', get('{"__proto__":{"code":"x"}}'), invalid(required, stranger('__proto__'))],
  ['the argument constructor', get('{"code":"x","constructor":"y"}'), invalid(stranger('constructor'))],
  [
    'all faults together',
    get('{"code":5,"tone":{},"x":1}'),
    invalid(notAString, { ...notAString, argument: 'tone', message: 'tone must be a string' }, stranger('x')),
  ],
  ['an unknown cursor', request('prompts/list', '{"cursor":"abc"}'), invalidCursor],
  ['an empty cursor', request('prompts/list', '{"cursor":""}'), invalidCursor],
  ['a cursor that is a number', request('prompts/list', '{"cursor":5}'), invalidCursor],
];
const messages: readonly Wrong[] = [
  ['params null', request('prompts/get', 'null'), invalidParams('prompts/get')],
  ['params an array', request('prompts/get', '["review"]'), invalidParams('prompts/get')],
  ['params a string', request('prompts/get', '"review"'), invalidParams('prompts/get')],
  ['params with a wrong _meta', request('prompts/get', '{"name":"review","_meta":5}'), invalidParams('prompts/get')],
  ['prompts/list with wrong params', request('prompts/list', '[]'), invalidParams('prompts/list')],
  ['an unknown method', request('prompts/guess'), { code: -32601, message: 'Method not found' }],
  ['initialize without params', request('initialize'), invalidParams('initialize')],
  ['initialize with wrong params', request('initialize', '{"protocolVersion":5}'), invalidParams('initialize')],
  [
    'no JSON-RPC version',
    '{"id":7,"method":"prompts/list"}',
    { code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' },
  ],
  [
    'an id that is null',
    '{"jsonrpc":"2.0","id":null,"method":"prompts/list"}',
    { code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' },
    null,
  ],
  [
    'an id that is an object',
    '{"jsonrpc":"2.0","id":{},"method":"prompts/list"}',
    { code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' },
    null,
  ],
  ['a number', '5', { code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' }, null],
  ['null', 'null', { code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' }, null],
];
const answerTo = (error: object, id: number | null = 7) => ({ jsonrpc: '2.0', ...(id !== null && { id }), error });

describe('Server that receives invalid requests', () => {
  test.each([...requests, ...messages])('returns the error of %s over HTTP', async (...[, sent, error, id]) => {
    expect((await post(http.url, sent)).body).toEqual(answerTo(error, id));
  });

  test.each(messages)('returns the error of %s over stdio', async (...[, sent, error, id]) => {
    expect(await lines.ask(sent)).toEqual(answerTo(error, id));
  });

  test('returns a parse error for a line that is not JSON, and reads the next line', async () => {
    expect(await lines.ask('{"jsonrpc":')).toEqual({
      jsonrpc: '2.0',
      error: { code: -32700, message: 'Parse error: the message is not valid JSON in UTF-8' },
    });
    const { status, body } = await post(http.url, '{"jsonrpc":');
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        jsonrpc: '2.0',
        error: { code: -32700, message: 'Parse error: the message is not valid JSON in UTF-8' },
      },
    });
  });

  test('serves a prompt with the name constructor', async () => {
    const expected = { messages: [{ role: 'user', content: { type: 'text', text: 'built' } }] };
    const sent = request('prompts/get', '{"name":"constructor"}');
    expect(await lines.ask(sent)).toEqual({ jsonrpc: '2.0', id: 7, result: expected });
    expect((await post(http.url, sent)).body).toEqual({ jsonrpc: '2.0', id: 7, result: expected });
  });

  test('serves other clients as usual', async () => {
    expect(await lines.ask(get('{"code":"x"}'))).toMatchObject({
      result: { messages: [{ content: { text: 'kind: x' } }] },
    });
    expect(({} as { code?: unknown }).code).toBeUndefined();
  });

  test('rejects a message larger than the limit, and answers the next one', async () => {
    const large = get(`{"code":"${'x'.repeat(5 * 1024 * 1024)}"}`);
    expect(await lines.ask(large)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32600, message: 'Invalid Request: the message is longer than 4194304 bytes' },
    });
    const { status, body } = await post(http.url, large);
    expect({ status, body }).toEqual({
      status: 413,
      body: { jsonrpc: '2.0', error: { code: -32000, message: 'The body is larger than 4194304 bytes' } },
    });
    expect(await lines.ask(get('{"code":"x"}'))).toMatchObject({ result: {} });
  });
});

describe('Server that receives a long message', () => {
  afterEach(() => void jest.restoreAllMocks());

  /** Counts how often messages of this length are parsed. Jest itself parses source maps meanwhile. */
  function countParsing(): () => number {
    const parse = jest.spyOn(JSON, 'parse');
    return () => parse.mock.calls.filter(([text]) => text.length > 9_000 && /^(?:\[|\{"jsonrpc")/.test(text)).length;
  }
  const ways: Readonly<Record<string, (body: string) => Promise<Json>>> = {
    'over HTTP': async (body) => (await post(http.url, body)).body,
    'over HTTP, without a length': async (text) => {
      const body = new Blob([text]).stream();
      return (await fetch(http.url, { method: 'POST', headers, body, duplex: 'half' })).json();
    },
    'over stdio': (body) => lines.ask(body),
  };
  const UNCHECKABLE = 'Invalid Request: the message has more than 100000 values, or is nested more than 64 levels deep';

  test.each(Object.entries(ways))('rejects too many values before parsing, %s', async (_, ask) => {
    const many = (value: string, count = 120_000) => Array.from({ length: count }, () => value).join(',');
    const parsed = countParsing();
    for (const body of [
      `[${many('{}')}]`,
      `[${many('[[]]', 60_000)}]`,
      `[${many('{}')}`,
      `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
    ]) {
      expect(await ask(body)).toEqual({ jsonrpc: '2.0', error: { code: -32600, message: UNCHECKABLE } });
    }
    for (const body of [
      get(`{"code":[${many('{"a":1}', 60_000)}]}`),
      get(JSON.stringify(Object.fromEntries(Array.from({ length: 120_000 }, (_each, at) => [at, ''])))),
    ]) {
      expect(await ask(body)).toEqual({ jsonrpc: '2.0', id: 7, error: { code: -32600, message: UNCHECKABLE } });
    }
    expect(parsed()).toBe(0);
  });

  test.each(Object.entries(ways))('parses the message once, %s', async (_, ask) => {
    const parsed = countParsing();
    const params = `{"name":"nope","arguments":{"code":"${'x'.repeat(10_000)}"}`;
    for (const more of ['', ',"_meta":{"a":1}']) {
      expect(await ask(request('prompts/get', `${params}${more}}`))).toEqual({
        jsonrpc: '2.0',
        id: 7,
        error: unknown('nope'),
      });
    }
    expect(parsed()).toBe(2);
  });

  test('accepts a string of brackets and quotes', async () => {
    const code = '[{"\\": [1,2]},\\"'.repeat(60_000);
    expect((await post(http.url, get(JSON.stringify({ code })))).body).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { messages: [{ role: 'user', content: { type: 'text', text: `kind: ${code}` } }] },
    });
  });
});
