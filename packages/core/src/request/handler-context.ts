import {
  type Auth,
  type CallOptions,
  type Client,
  type ContextBag,
  type LogLevel,
  RequestContext,
  type TraceContext,
} from '../api/context.js';
import type { Awaitable, Class } from '../types.js';

/** The request behind a context. */
interface ContextHost {
  readonly call: CallOptions;
  readonly signal: AbortSignal;
  readonly deadline: number;
  readonly hasAsked: boolean;
  readonly elicit: CallOptions['elicit'];
  /** How the client is told what is logged. */
  readonly clientLog: CallOptions['log'];
  progress(progress: number, total?: number, message?: string): void;
  log(level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>): void;
  ask<Args extends object>(type: Class<Args>, message: string): Promise<Args>;
  restrict(ms: number): void;
  defer(cleanup: () => Awaitable<void>): void;
}

const NO_META = Object.freeze({});

/** What handlers get: the documented interface, and nothing of the request behind it. */
export class HandlerContext extends RequestContext {
  // Members of its own, so that `{ ...context, signal }` keeps who asks.
  override readonly client: Client | undefined;
  override readonly requestId: string | number | undefined;
  override readonly sessionId: string | undefined;
  override readonly auth: Auth | undefined;
  override readonly meta: Readonly<Record<string, unknown>>;
  override readonly bag: ContextBag;
  readonly #host: ContextHost;

  constructor(host: ContextHost) {
    super();
    const { call } = host;
    this.client = call.client;
    this.requestId = call.requestId;
    this.sessionId = call.sessionId;
    this.auth = call.auth;
    this.meta = call.meta ?? NO_META;
    this.bag = call.bag ?? {};
    this.#host = host;
  }

  /** The request behind a call that is made with a context; nothing for any other call. */
  static hostOf(call: CallOptions): ContextHost | undefined {
    return #host in call ? call.#host : undefined;
  }

  override get signal(): AbortSignal {
    return this.#host.signal;
  }

  override get deadline(): number {
    return this.#host.deadline;
  }

  override get hasAsked(): boolean {
    return this.#host.hasAsked;
  }

  override get trace(): TraceContext {
    const { traceparent, tracestate, baggage } = this.meta;
    return {
      ...(typeof traceparent === 'string' && { traceparent }),
      ...(typeof tracestate === 'string' && { tracestate }),
      ...(typeof baggage === 'string' && { baggage }),
    };
  }

  override progress(progress: number, total?: number, message?: string): void {
    this.#host.progress(progress, total, message);
  }

  override log(level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>): void {
    this.#host.log(level, message, data);
  }

  override ask<Args extends object>(type: Class<Args>, message: string): Promise<Args> {
    return this.#host.ask(type, message);
  }

  override restrict(ms: number): void {
    this.#host.restrict(ms);
  }

  override defer(cleanup: () => Awaitable<void>): void {
    this.#host.defer(cleanup);
  }
}
