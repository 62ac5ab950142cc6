import {
  defineTool,
  type Interceptor,
  InvalidArgumentsError,
  RequestError,
  Runtime,
  type RuntimeOptions,
} from '@cuecard/core';
import {
  type CallRecord,
  cache,
  concurrency,
  deadline,
  logging,
  rateLimit,
  sizeLimits,
  type Timing,
  timing,
} from '@cuecard/interceptors';
import { tracing } from '@cuecard/interceptors/tracing';
import { describe, expect, test } from '@jest/globals';
import { SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { alice, bob, internalError, refusal } from './support/runtime.ts';

const said = (text: string) => ({ content: [{ type: 'text', text }] });
const failed = (text: string) => ({ ...said(text), isError: true });

let calls = 0;
const TOOLS = [
  defineTool({
    name: 'echo',
    version: '1.2.0',
    args: [{ name: 'text' }, { name: 'any', type: JSON, required: false }],
    call: ({ text }) => {
      calls += 1;
      return text as string;
    },
  }),
  defineTool({ name: 'refuse', call: () => ({ ...failed('no'), content: [] }) }),
  defineTool({
    name: 'throw',
    call: () => {
      throw new RequestError('Sold out', { code: 409 });
    },
  }),
  defineTool({
    name: 'slow',
    call: (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject)),
  }),
  defineTool({ name: 'many', call: () => ['a', 'b', 'c'] }),
];

function runtimeWith(interceptors: readonly Interceptor[], options: RuntimeOptions = {}) {
  const log: unknown[] = [];
  const logger = { error: (_: string, cause: unknown) => void log.push(String(cause)), warn: () => {} };
  return { log, tools: new Runtime({ tools: TOOLS, interceptors, logger, ...options }).tools };
}

const echo = (text: string, any?: unknown) => ({
  name: 'echo',
  arguments: { text, ...(any !== undefined && { any }) },
});

test('rateLimit counts tool calls by principal, or by a custom key', async () => {
  const limiter = () => new RateLimiterMemory({ points: 1, duration: 60 });
  const tooMany = expect.objectContaining({ name: 'TooManyRequestsError', code: 429 });
  const { tools } = runtimeWith([rateLimit(limiter())]);
  await tools.call(echo('a'), alice);
  expect(await refusal(tools.call(echo('a'), alice))).toEqual(tooMany);
  expect(await tools.call(echo('a'), bob)).toMatchObject(said('a'));
  const key: NonNullable<Parameters<typeof rateLimit>[1]>['key'] = (call) =>
    `${call.context.auth?.principal} ${call.definition?.name}`;
  const each = runtimeWith([rateLimit(limiter(), { key })]).tools;
  await each.call(echo('a'), alice);
  expect(await refusal(each.call(echo('a'), alice))).toEqual(tooMany);
  expect(await each.call({ name: 'many' }, alice)).toMatchObject({ content: { length: 3 } });
});

test('concurrency also applies to tool calls', async () => {
  const { tools } = runtimeWith([concurrency({ max: 1, queue: 0 }), deadline(50)]);
  const slow = tools.call({ name: 'slow' });
  expect(await refusal(tools.call(echo('a')))).toMatchObject({ name: 'BusyError', code: 503 });
  expect(await slow).toMatchObject(failed('Tool "slow" did not answer within 50 ms'));
  expect(await tools.call(echo('a'))).toMatchObject(said('a'));
});

describe('sizeLimits for tools', () => {
  test('returns a failed result for arguments that are too long', async () => {
    const { tools } = runtimeWith([sizeLimits({ argumentLength: 5, argumentsLength: 8 })]);
    const refused = (...messages: string[]) =>
      failed(
        ['Invalid arguments for tool "echo". Fix them and call it again:', ...messages.map((each) => `- ${each}`)].join(
          '\n',
        ),
      );
    expect(await tools.call(echo('12345'))).toMatchObject(said('12345'));
    expect(await tools.call(echo('123456'))).toMatchObject(refused('text must be at most 5 characters long'));
    expect(await tools.call(echo('', { a: 1 }))).toMatchObject(refused('any must be at most 5 characters long'));
    expect(await tools.call(echo('12345', [12]))).toMatchObject(
      refused('the arguments together must be at most 8 characters long'),
    );
    expect(await refusal(tools.call(echo('123456'), { client: { revision: '2025-06-18' } }))).toMatchObject({
      name: 'InvalidArgumentsError',
      data: { tool: 'echo' },
    });
  });

  test('returns an internal error for a result with too many blocks or bytes', async () => {
    for (const [limits, problem] of [
      [
        { blocks: 2 },
        'RangeError: sizeLimits: the result has more than 2 content blocks; return fewer, or raise `blocks`',
      ],
      [
        { answerBytes: 20 },
        'RangeError: sizeLimits: the result has more than 20 bytes; return less, or raise `answerBytes`',
      ],
    ] as const) {
      const { tools, log } = runtimeWith([sizeLimits(limits)]);
      expect(await refusal(tools.call({ name: 'many' }))).toEqual(internalError);
      expect(log).toEqual([problem]);
    }
  });
});

test('logging records the name of the tool and the outcome of the call', async () => {
  const records: CallRecord[] = [];
  const write = (record: CallRecord) => void records.push(record);
  const { tools } = runtimeWith([logging({ logger: { info: write, error: write } })]);
  const durationMs = expect.any(Number);
  await tools.list();
  await tools.call(echo('a-secret', { b: 'a-secret' }));
  await tools.call({ name: 'refuse' });
  await tools.call({ name: 'throw' });
  await tools.call({ name: 'echo', arguments: { 'a-secret': 1 } });
  await refusal(tools.call({ name: 'nobody' }));
  expect(records).toEqual([
    { method: 'tools/list', durationMs, outcome: 'ok' },
    {
      method: 'tools/call',
      tool: 'echo',
      version: '1.2.0',
      arguments: { text: '8 characters', any: 'of type object' },
      durationMs,
      outcome: 'ok',
    },
    { method: 'tools/call', tool: 'refuse', arguments: {}, durationMs, outcome: 'tool_error' },
    { method: 'tools/call', tool: 'throw', arguments: {}, durationMs, outcome: 409, error: { name: 'RequestError' } },
    {
      method: 'tools/call',
      tool: 'echo',
      version: '1.2.0',
      arguments: {},
      durationMs,
      outcome: -32602,
      error: { name: 'InvalidArgumentsError', errors: [{ argument: 'text', rule: 'isDefined' }] },
    },
    { method: 'tools/call', durationMs, outcome: -32602, error: { name: 'NotFoundError' } },
  ]);
});

test('timing reports the name of the tool', async () => {
  const timings: Timing[] = [];
  const { tools } = runtimeWith([timing((each) => void timings.push(each))]);
  await tools.call(echo('a'));
  expect(timings).toEqual([{ method: 'tools/call', tool: 'echo', version: '1.2.0', durationMs: expect.any(Number) }]);
  expect(await runtimeWith([timing()]).tools.call(echo('a'))).toEqual({
    ...said('a'),
    _meta: { 'dev.cuecard/version': '1.2.0', 'dev.cuecard/durationMs': expect.any(Number) },
  });
});

test('tracing follows the semantic conventions for tools', async () => {
  const spans = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const { tools } = runtimeWith([tracing({ tracerProvider })]);
  await tools.call(echo('a'));
  await tools.call({ name: 'refuse' });
  await tools.call({ name: 'throw' });
  expect(spans.getFinishedSpans().map(({ name, attributes, status }) => ({ name, attributes, status }))).toEqual([
    {
      name: 'tools/call echo',
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'echo',
        'gen_ai.operation.name': 'execute_tool',
        'cuecard.tool.version': '1.2.0',
      },
      status: { code: SpanStatusCode.UNSET },
    },
    {
      name: 'tools/call refuse',
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'refuse',
        'gen_ai.operation.name': 'execute_tool',
        'error.type': 'tool_error',
      },
      status: { code: SpanStatusCode.ERROR, message: 'tool_error' },
    },
    {
      name: 'tools/call throw',
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'throw',
        'gen_ai.operation.name': 'execute_tool',
        'error.type': '409',
        'rpc.response.status_code': '409',
      },
      status: { code: SpanStatusCode.ERROR, message: 'RequestError' },
    },
  ]);
});

test('cache does not cache results of tools, because tools may have effects', async () => {
  const { tools } = runtimeWith([cache({ scope: 'public' })]);
  const before = calls;
  await tools.call(echo('a'));
  await tools.call(echo('a'));
  expect(calls - before).toBe(2);
});

test('ToolOptions.interceptors apply only to that tool', async () => {
  const refuse: Interceptor = () => {
    throw new InvalidArgumentsError('tool', 'own', []);
  };
  const { tools } = runtimeWith([], {
    tools: [...TOOLS, defineTool({ name: 'own', interceptors: [refuse], call: () => 'a' })],
  });
  expect(await tools.call({ name: 'own' })).toMatchObject({ isError: true });
  expect(await tools.call(echo('a'))).toMatchObject(said('a'));
});
