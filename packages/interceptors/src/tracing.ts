import type { Interceptor, Call, DefinitionInfo } from '@cuecard/core';
import { calledDefinition } from './called.js';
import {
  type Attributes,
  type Context,
  context as contexts,
  createContextKey,
  type Histogram,
  type Link,
  type MeterProvider,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type TracerProvider,
} from '@opentelemetry/api';
import { clipped } from './made-up.js';
import { type Failure, type Outcome, watched } from './outcome.js';
import { stopwatch } from './stopwatch.js';

export interface TracingOptions {
  /** @default the global one, as it is when the first call comes */
  readonly tracerProvider?: TracerProvider;
  /** @default the global one, as it is when the first call comes */
  readonly meterProvider?: MeterProvider;
}

const SCOPE = '@cuecard/interceptors';

/** Of which request an active span of ours is. */
const META = createContextKey('the _meta of a request');

/** In seconds (semantic conventions for MCP, "Metric: mcp.server.operation.duration"). */
const BOUNDARIES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/**
 * A span and a measurement for every call, by OpenTelemetry's semantic conventions for MCP. The client's trace, from
 * `_meta`, is the span's parent, and what was active before is linked; the span is active while the prompt or tool works. It
 * holds no values of arguments, and of errors neither messages nor causes; it names only what the caller knows of.
 */
export function tracing(options: TracingOptions = {}): Interceptor {
  let instruments: Instruments | undefined;
  return (call, next) => {
    instruments ??= new Instruments(options);
    return new Operation(call, instruments).run(next);
  };
}

/** What spans and measurements are made with. */
class Instruments {
  readonly #provider: TracerProvider;
  readonly duration: Histogram;

  constructor({ tracerProvider, meterProvider }: TracingOptions) {
    this.#provider = tracerProvider ?? trace;
    this.duration = (meterProvider ?? metrics).getMeter(SCOPE).createHistogram('mcp.server.operation.duration', {
      unit: 's',
      description:
        'MCP request or notification duration as observed on the receiver from the time it was received until the result or ack is sent.',
      advice: { explicitBucketBoundaries: BOUNDARIES },
    });
  }

  startSpan(name: string, attributes: Attributes, parent: Context, links: Link[]): Span {
    return this.#provider.getTracer(SCOPE).startSpan(name, { kind: SpanKind.SERVER, attributes, links }, parent);
  }
}

/** One call, as it is traced. */
class Operation {
  readonly #call: Call;
  readonly #instruments: Instruments;
  readonly #elapsed = stopwatch();

  constructor(call: Call, instruments: Instruments) {
    this.#call = call;
    this.#instruments = instruments;
  }

  run(next: Parameters<Interceptor>[1]): ReturnType<Interceptor> {
    const { method, context } = this.#call;
    const ambient = contexts.active();
    const parent = this.#parent(ambient);
    const span = this.#instruments.startSpan(method, this.#known(), parent, linksTo(ambient, parent));
    const active = trace.setSpan(parent, span).setValue(META, context.meta);
    const answer = contexts.with(active, () => next());
    return watched(this.#call, answer, (outcome) => this.#end(span, active, outcome));
  }

  /** What a prompt renders in process has the same `_meta`, and is a part of the prompt. */
  #parent(ambient: Context): Context {
    const { meta, trace: clients } = this.#call.context;
    return ambient.getValue(META) === meta ? ambient : propagation.extract(ambient, clients);
  }

  /** What is known before anything has looked the prompt up, which may have to wait for what others put into the bag. */
  #known(): Attributes {
    const { requestId, sessionId, client } = this.#call.context;
    return {
      'mcp.method.name': this.#call.method,
      ...(client !== undefined && { 'mcp.protocol.version': client.revision }),
      ...(sessionId !== undefined && { 'mcp.session.id': sessionId }),
      ...(requestId !== undefined && { 'jsonrpc.request.id': String(clipped(requestId)) }),
    };
  }

  #end(span: Span, active: Context, { failure, hasFailed }: Outcome): void {
    const { method, context } = this.#call;
    const definition = calledDefinition(this.#call);
    const found = {
      ...(definition !== undefined && attributesOf(definition)),
      ...(failure !== undefined && errorOf(failure)),
      ...(hasFailed && { 'error.type': 'tool_error' }),
    };
    const revision = context.client?.revision;
    const measured = { 'mcp.method.name': method, ...(revision && { 'mcp.protocol.version': revision }), ...found };
    this.#instruments.duration.record(this.#elapsed() / 1000, measured, active);
    if (definition !== undefined) span.updateName(`${method} ${definition.name}`);
    span.setAttributes(found);
    if (failure !== undefined) tell(span, failure);
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR, message: 'tool_error' });
    span.end();
  }
}

function attributesOf({ kind: { name: kind }, name, version }: DefinitionInfo): Attributes {
  return {
    [`gen_ai.${kind}.name`]: name,
    ...(kind === 'tool' && { 'gen_ai.operation.name': 'execute_tool' }),
    ...(version !== undefined && { [`cuecard.${kind}.version`]: version }),
  };
}

/** Which arguments broke rules is for spans alone: there are too many ways to count each. */
function tell(span: Span, { name, errors }: Failure): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: name });
  if (errors.length === 0) return;
  span.setAttribute(
    'cuecard.error.arguments',
    errors.map(({ argument, rule }) => `${argument}: ${rule}`),
  );
}

/** Whoever cancels is answered with nothing, so with no code either. */
function errorOf({ code }: Failure): Attributes {
  return code === undefined
    ? { 'error.type': 'cancelled' }
    : { 'error.type': String(code), 'rpc.response.status_code': String(code) };
}

/** What was active before, such as the span of the HTTP request, where the client's trace has taken its place. */
function linksTo(ambient: Context, parent: Context): Link[] {
  const [before, after] = [trace.getSpanContext(ambient), trace.getSpanContext(parent)];
  return before === undefined || before === after ? [] : [{ context: before }];
}
