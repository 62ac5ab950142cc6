import { type Call, type DefinitionInfo, type Interceptor, validateOptions } from '@cuecard/core';
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
import {
  type Failure,
  type Outcome,
  watchOutcome,
  calledDefinition,
  stopwatch,
  truncate,
  hashSessionId,
} from './outcome.js';

export interface TracingOptions {
  /** @default the global provider at the time of the first call */
  readonly tracerProvider?: TracerProvider;
  /** @default the global provider at the time of the first call */
  readonly meterProvider?: MeterProvider;
}

const SCOPE = '@cuecard/interceptors';

/** The context key for the `_meta` of the request whose span is active. */
const META = createContextKey('the _meta of a request');

/** The bucket boundaries in seconds (semantic conventions for MCP, "Metric: mcp.server.operation.duration"). */
const BOUNDARIES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/**
 * Records a span and a measurement for every call, following OpenTelemetry's semantic conventions for MCP. The span's
 * parent is the client's trace, from `_meta`; the previously active span becomes a link. The span is active while the
 * prompt or tool runs. It contains no argument values, no error messages or causes, and only names that the caller may
 * see.
 */
export function tracing(settings: TracingOptions = {}): Interceptor {
  const options = validateOptions('tracing', settings, { tracerProvider: true, meterProvider: true });
  let instruments: Instruments | undefined;
  return (call, next) => {
    instruments ??= new Instruments(options);
    return new Operation(call, instruments).run(next);
  };
}

/** Creates spans and measurements. */
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

/** The trace of one call. */
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
    const span = this.#instruments.startSpan(method, this.#requestAttributes(), parent, linkTo(ambient, parent));
    const active = trace.setSpan(parent, span).setValue(META, context.meta);
    const answer = contexts.with(active, () => next());
    return watchOutcome(this.#call, answer, (outcome) => this.#endSpan(span, active, outcome));
  }

  /**
   * Returns the parent context. If another prompt renders this prompt, the parent is the span of the outer prompt: both
   * requests have the same `_meta`. Otherwise, the parent is the client's trace.
   */
  #parent(ambient: Context): Context {
    const { meta, trace: clients } = this.#call.context;
    return ambient.getValue(META) === meta ? ambient : propagation.extract(ambient, clients);
  }

  /**
   * Returns the attributes that are known before the lookup of the definition. The lookup comes later, because it may
   * depend on the request's bag, which other interceptors fill.
   */
  #requestAttributes(): Attributes {
    const { requestId, sessionId, client } = this.#call.context;
    return {
      'mcp.method.name': this.#call.method,
      ...(client !== undefined && { 'mcp.protocol.version': client.revision }),
      ...(sessionId !== undefined && { 'mcp.session.id': hashSessionId(sessionId) }),
      ...(requestId !== undefined && { 'jsonrpc.request.id': String(truncate(requestId)) }),
    };
  }

  #endSpan(span: Span, active: Context, { failure, hasFailed }: Outcome): void {
    const { method, context } = this.#call;
    const definition = calledDefinition(this.#call);
    const found = {
      ...(definition !== undefined && createAttributes(definition)),
      ...(failure !== undefined && createErrorAttributes(failure)),
      ...(hasFailed && { 'error.type': 'tool_error' }),
    };
    const revision = context.client?.revision;
    const measured = { 'mcp.method.name': method, ...(revision && { 'mcp.protocol.version': revision }), ...found };
    this.#instruments.duration.record(this.#elapsed() / 1000, measured, active);
    if (definition !== undefined) span.updateName(`${method} ${definition.name}`);
    span.setAttributes(found);
    if (failure !== undefined) recordFailure(span, failure);
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR, message: 'tool_error' });
    span.end();
  }
}

function createAttributes({ kind: { name: kind }, name, version }: DefinitionInfo): Attributes {
  return {
    [`gen_ai.${kind}.name`]: name,
    ...(kind === 'tool' && { 'gen_ai.operation.name': 'execute_tool' }),
    ...(version !== undefined && { [`cuecard.${kind}.version`]: version }),
    ...(version !== undefined && kind === 'prompt' && { 'gen_ai.prompt.version': version }),
  };
}

/** Adds the failure to a span. Metrics omit the broken rules, because they would have too many combinations. */
function recordFailure(span: Span, { code, name, errors }: Failure): void {
  if (!isCallerError(code)) span.setStatus({ code: SpanStatusCode.ERROR, message: name });
  if (errors.length === 0) return;
  span.setAttribute(
    'cuecard.error.arguments',
    errors.map(({ argument, rule }) => `${argument}: ${rule}`),
  );
}

/** Returns the error attributes. A cancelled request has no response, and therefore no code. */
function createErrorAttributes({ code }: Failure): Attributes {
  if (code === undefined) return { 'error.type': 'cancelled' };
  return { ...(!isCallerError(code) && { 'error.type': String(code) }), 'rpc.response.status_code': String(code) };
}

/**
 * Whether the error is the caller's mistake rather than an error of the server (semantic conventions for MCP,
 * "error.type").
 */
function isCallerError(code: number | undefined): boolean {
  return code !== undefined && MISTAKES.has(code);
}

/**
 * The codes for a parse error, an invalid request, an unknown method, invalid params, and (up to protocol revision
 * 2025-11-25) resource not found.
 */
const MISTAKES: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602, -32002]);

/**
 * Returns a link to the previously active span, such as the HTTP request's, if the parent is the client's trace
 * instead.
 */
function linkTo(ambient: Context, parent: Context): Link[] {
  const [before, after] = [trace.getSpanContext(ambient), trace.getSpanContext(parent)];
  return before === undefined || before === after ? [] : [{ context: before }];
}
