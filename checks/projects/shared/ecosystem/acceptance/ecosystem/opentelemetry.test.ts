import { Prompt, type PromptHandler } from '@cuecard/core';
import { tracing } from '@cuecard/interceptors/tracing';
import { CuecardModule } from '@cuecard/nestjs';
import { afterEach, expect, test } from '@jest/globals';
import { Injectable, type MiddlewareConsumer, Module, type NestMiddleware } from '@nestjs/common';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { closeAll, PLATFORMS, SERVER, start, textOf } from '../support/applications.ts';

const exporter = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = tracerProvider.getTracer('application');

afterEach(async () => {
  context.disable();
  await closeAll();
});

/** Starts a span for each request, as the instrumentation of node:http does. */
@Injectable()
class RequestSpans implements NestMiddleware {
  use(
    request: { headers: Record<string, string> },
    response: { once(event: string, ended: () => void): void },
    next: () => void,
  ) {
    const span = tracer.startSpan(`request of ${request.headers['x-user']}`);
    response.once('finish', () => span.end());
    context.with(trace.setSpan(context.active(), span), next);
  }
}

test("the spans of a call and of its handler belong to the request's trace, with 50 requests at once", async () => {
  @Prompt()
  class Slow implements PromptHandler {
    async render() {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      tracer.startSpan('query').end();
      return 'Done';
    }
  }
  @Module({
    imports: [CuecardModule.forRoot({ ...SERVER, interceptors: [tracing({ tracerProvider })] })],
    providers: [Slow],
  })
  class Traced {
    configure(consumer: MiddlewareConsumer) {
      consumer.apply(RequestSpans).forRoutes('{*path}');
    }
  }
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const users = Array.from({ length: 50 }, (_, index) => `u${index}`);
  for (const platform of PLATFORMS) {
    exporter.reset();
    const { url } = await start(Traced, platform);
    await Promise.all(users.map((user) => textOf(`${url}/mcp`, 'slow', {}, { 'x-user': user })));
    await closeAll();
    const expected = users.map((user) => `prompts/get slow, query, request of ${user}`);
    expect(tracesOf(exporter)).toEqual(expected.toSorted());
  }
});

/** The names of the spans of each trace. */
function tracesOf(finished: InMemorySpanExporter): string[] {
  const traces: Record<string, string[]> = {};
  for (const span of finished.getFinishedSpans()) (traces[span.spanContext().traceId] ??= []).push(span.name);
  return Object.values(traces)
    .map((names) => names.toSorted().join(', '))
    .toSorted();
}
