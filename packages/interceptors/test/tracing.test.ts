import { type CallOptions, definePrompt, type Interceptor, Runtime } from '@cuecard/core';
import { tracing } from '@cuecard/interceptors/tracing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { PROMPTS, refusal, review, runtimeWith, styleOf } from './support/runtime.ts';

const spans = new InMemorySpanExporter();
const measured = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 });
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const meterProvider = new MeterProvider({ readers: [reader] });
const global = tracing(); // Creates interceptors before the SDK is registered, as the modules of a server do.

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(
    new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
  );
  trace.setGlobalTracerProvider(tracerProvider);
  metrics.setGlobalMeterProvider(meterProvider);
});
afterEach(async () => {
  spans.reset();
  await reader.forceFlush();
  measured.reset();
});
afterAll(async () => {
  await meterProvider.shutdown();
  for (const api of [context, propagation, trace, metrics]) api.disable();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const meta = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=x', baggage: 'tenant=blue' };
const desk: CallOptions = { requestId: 7, sessionId: 's1', client: { revision: '2025-06-18', name: 'desk' } };

const finished = () =>
  spans
    .getFinishedSpans()
    .map(({ name, kind, attributes, status, events }) => ({ name, kind, attributes, status, events }));

const points = async () => {
  await reader.forceFlush();
  const [metric] = measured.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  return metric;
};

const span = (name: string, attributes: object, status: object = { code: SpanStatusCode.UNSET }) => ({
  name,
  kind: SpanKind.SERVER,
  attributes,
  status,
  events: [],
});

describe('tracing', () => {
  test('creates a span for each call, named by the method and the prompt', async () => {
    const { runtime } = runtimeWith([tracing()]);
    await runtime.prompts.get(review('my secret'), desk);
    await runtime.complete(styleOf('str'), desk);
    await runtime.prompts.list({}, desk);
    const common = {
      'mcp.protocol.version': '2025-06-18',
      'mcp.session.id': '6LwWPILu4YczKIx9',
      'jsonrpc.request.id': '7',
    };
    const prompt = {
      'gen_ai.prompt.name': 'review',
      'cuecard.prompt.version': '1.2.0',
      'gen_ai.prompt.version': '1.2.0',
    };
    expect(finished()).toEqual([
      span('prompts/get review', { 'mcp.method.name': 'prompts/get', ...common, ...prompt }),
      span('completion/complete review', { 'mcp.method.name': 'completion/complete', ...common, ...prompt }),
      span('prompts/list', { 'mcp.method.name': 'prompts/list', ...common }),
    ]);
    expect(JSON.stringify(finished())).not.toMatch(/secret|"str"/);
  });

  test('truncates ids that a client invents', async () => {
    await runtimeWith([tracing()]).runtime.prompts.list({}, { requestId: `${'i'.repeat(64)}d` });
    const attributes = { 'mcp.method.name': 'prompts/list', 'jsonrpc.request.id': 'i'.repeat(64) };
    expect(finished()).toEqual([span('prompts/list', attributes)]);
  });

  test('records the code of an error, without its message and cause', async () => {
    const { runtime } = runtimeWith([tracing()], { limits: { renderMs: 20 } });
    for (const name of ['refuse', 'fail', 'hang']) await refusal(runtime.prompts.get({ name }));
    const failed = (name: string, code: string, message: string) =>
      span(
        `prompts/get ${name}`,
        {
          'mcp.method.name': 'prompts/get',
          'gen_ai.prompt.name': name,
          'error.type': code,
          'rpc.response.status_code': code,
        },
        { code: SpanStatusCode.ERROR, message },
      );
    expect(finished()).toEqual([
      failed('refuse', '1', 'RequestError'),
      failed('fail', '-32603', 'InternalError'),
      failed('hang', '-32603', 'TimeoutError'),
    ]);
  });

  test('records arguments and broken rules without reporting a server error', async () => {
    const { runtime } = runtimeWith([tracing()]);
    await refusal(runtime.prompts.get({ name: 'review', arguments: { 'a-secret': 'x' } }));
    const common = {
      'mcp.method.name': 'prompts/get',
      'gen_ai.prompt.name': 'review',
      'cuecard.prompt.version': '1.2.0',
      'gen_ai.prompt.version': '1.2.0',
      'rpc.response.status_code': '-32602',
    };
    expect(finished()).toEqual([
      span('prompts/get review', { ...common, 'cuecard.error.arguments': ['code: isDefined'] }),
    ]);
    expect((await points())?.dataPoints.map(({ attributes }) => attributes)).toEqual([common]);
  });

  test('does not record an elicitation as a failure', async () => {
    const { runtime } = runtimeWith([tracing()]);
    await refusal(runtime.prompts.get({ name: 'ask' }));
    expect(finished()).toEqual([
      span('prompts/get ask', { 'mcp.method.name': 'prompts/get', 'gen_ai.prompt.name': 'ask' }),
    ]);
    expect((await points())?.dataPoints.map(({ attributes }) => attributes)).toEqual([
      { 'mcp.method.name': 'prompts/get', 'gen_ai.prompt.name': 'ask' },
    ]);
  });

  test('records a cancellation without its reason', async () => {
    const { runtime } = runtimeWith([tracing()]);
    const controller = new AbortController();
    const answer = refusal(runtime.prompts.get({ name: 'hang' }, { signal: controller.signal }));
    controller.abort(new Error('password=hunter2'));
    await answer;
    expect(finished()).toEqual([
      span(
        'prompts/get hang',
        { 'mcp.method.name': 'prompts/get', 'gen_ai.prompt.name': 'hang', 'error.type': 'cancelled' },
        { code: SpanStatusCode.ERROR, message: 'Cancelled' },
      ),
    ]);
  });

  test('omits unknown prompt names from spans and measurements', async () => {
    const { runtime } = runtimeWith([tracing()]);
    await refusal(runtime.prompts.get({ name: 'made up by a client' }));
    expect(finished().map(({ name, attributes }) => [name, attributes])).toEqual([
      ['prompts/get', { 'mcp.method.name': 'prompts/get', 'rpc.response.status_code': '-32602' }],
    ]);
    expect(JSON.stringify((await points())?.dataPoints)).not.toContain('made up');
  });

  test('looks up the prompt only after other interceptors have filled the bag', async () => {
    const admitted = new WeakSet<object>();
    const admit: Interceptor = (call, next) => {
      admitted.add(call.context.bag);
      return next();
    };
    const club = definePrompt({ name: 'club', visible: ({ bag }) => admitted.has(bag), render: () => 'Welcome' });
    await runtimeWith([tracing(), admit], { prompts: [club] }).runtime.prompts.get({ name: 'club' });
    expect(finished().map(({ name }) => name)).toEqual(['prompts/get club']);
  });

  test('continues the trace and the baggage of the client', async () => {
    const seen: unknown[] = [];
    const look = definePrompt({
      name: 'look',
      render: async () => {
        await Promise.resolve();
        const { traceId, spanId, traceState } = trace.getActiveSpan()?.spanContext() ?? {};
        seen.push(traceId, spanId, traceState?.serialize(), propagation.getActiveBaggage()?.getEntry('tenant')?.value);
        return 'x';
      },
    });
    await runtimeWith([tracing()], { prompts: [look] }).runtime.prompts.get({ name: 'look' }, { meta });
    const [made] = spans.getFinishedSpans();
    expect(made?.parentSpanContext).toMatchObject({ traceId: TRACE, spanId: PARENT, isRemote: true });
    expect(made?.links).toEqual([]);
    expect(seen).toEqual([TRACE, made?.spanContext().spanId, 'vendor=x', 'blue']);
  });

  test('links the span that was active before, such as an HTTP request', async () => {
    const { runtime } = runtimeWith([tracing()]);
    const http = tracerProvider.getTracer('http').startSpan('POST');
    await context.with(trace.setSpan(context.active(), http), () => runtime.prompts.get(review('x'), { meta }));
    const [made] = spans.getFinishedSpans();
    expect(made?.parentSpanContext?.spanId).toBe(PARENT);
    expect(made?.links.map((link) => link.context)).toEqual([http.spanContext()]);
  });

  test('continues the active span if the client sends no trace', async () => {
    const { runtime } = runtimeWith([tracing()]);
    const http = tracerProvider.getTracer('http').startSpan('POST');
    await context.with(trace.setSpan(context.active(), http), () => runtime.prompts.get(review('x')));
    const [made] = spans.getFinishedSpans();
    expect([made?.parentSpanContext, made?.links]).toEqual([http.spanContext(), []]);
  });

  test('makes an inner prompt a child span of the outer prompt', async () => {
    const inner = definePrompt({ name: 'inner', render: () => 'x' });
    const outer = definePrompt({
      name: 'outer',
      render: async (_, asking) => (await runtime.prompts.get({ name: 'inner' }, asking)).messages,
    });
    const { runtime } = runtimeWith([tracing()], { prompts: [inner, outer] });
    await runtime.prompts.get({ name: 'outer' }, { meta });
    const [within, without] = spans.getFinishedSpans();
    expect([within?.name, without?.name]).toEqual(['prompts/get inner', 'prompts/get outer']);
    expect(within?.parentSpanContext).toEqual(without?.spanContext());
    expect(without?.parentSpanContext?.spanId).toBe(PARENT);
  });

  test.each([
    [{ traceparent: 7, tracestate: {}, baggage: 9 }],
    [{ traceparent: '00-nonsense', baggage: ';;=;' }],
    [{ traceparent: ['a'], baggage: 'x'.repeat(100_000) }],
  ])('starts a trace if the metadata %p has no valid trace', async (foreign) => {
    const { runtime } = runtimeWith([tracing()]);
    await runtime.prompts.get(review('x'), { meta: foreign });
    expect(spans.getFinishedSpans().map(({ parentSpanContext }) => parentSpanContext)).toEqual([undefined]);
  });

  test('measures calls in seconds, with the buckets of the semantic conventions', async () => {
    const { runtime } = runtimeWith([tracing()]);
    await runtime.prompts.get(review('x'), desk);
    await runtime.prompts.get(review('y'), { ...desk, requestId: 8, sessionId: 's2' });
    await refusal(runtime.prompts.get({ name: 'refuse' }, desk));
    const metric = (await points())!;
    const { name, unit } = metric.descriptor;
    expect([name, unit]).toEqual(['mcp.server.operation.duration', 's']);
    const common = { 'mcp.method.name': 'prompts/get', 'mcp.protocol.version': '2025-06-18' };
    expect(metric.dataPoints.map(({ attributes, value }) => [attributes, (value as { count: number }).count])).toEqual([
      [
        {
          ...common,
          'gen_ai.prompt.name': 'review',
          'cuecard.prompt.version': '1.2.0',
          'gen_ai.prompt.version': '1.2.0',
        },
        2,
      ],
      [{ ...common, 'gen_ai.prompt.name': 'refuse', 'error.type': '1', 'rpc.response.status_code': '1' }, 1],
    ]);
    const [{ value }] = metric.dataPoints as unknown as [{ value: { sum: number; buckets: { boundaries: number[] } } }];
    expect(value.buckets.boundaries).toEqual([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]);
    expect(value.sum > 0 && value.sum < 1).toBe(true);
  });

  test('uses an SDK that is registered after the interceptor was created', async () => {
    await runtimeWith([global]).runtime.prompts.get(review('x'));
    expect(finished().length).toBe(1);
    expect((await points())?.dataPoints.length).toBe(1);
  });

  test('uses the provider that the options contain', async () => {
    const own = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(own)] });
    const runtime = new Runtime({ prompts: PROMPTS, interceptors: [tracing({ tracerProvider: provider })] });
    await runtime.prompts.get(review('x'));
    expect([own.getFinishedSpans().length, finished().length]).toEqual([1, 0]);
  });
});
