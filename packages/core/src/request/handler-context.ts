import {
  type Auth,
  type CallOptions,
  type Client,
  type ContextBag,
  type LogLevel,
  RequestContext,
  type TraceContext,
} from '../api/context.js';
import type { Monitor } from '../logging/monitor.js';
import type { Awaitable, Class } from '../types.js';
import type { ClientChannel, ClientFunctions } from './client-channel.js';
import type { Lifetime } from './lifetime.js';

interface ContextOwner {
  readonly call: CallOptions;
  readonly lifetime: Lifetime;
  readonly services: { readonly monitor: Monitor };
  readonly channel: ClientChannel;
  ask<Args extends object>(type: Class<Args>, message: string): Promise<Args>;
}

const NO_META = Object.freeze({});

/** The context that handlers get: it exposes the documented interface, but not the request behind it. */
export class HandlerContext extends RequestContext {
  // Own members, so that `{ ...context, signal }` keeps the caller.
  override readonly client: Client | undefined;
  override readonly requestId: string | number | undefined;
  override readonly sessionId: string | undefined;
  override readonly auth: Auth | undefined;
  override readonly meta: Readonly<Record<string, unknown>>;
  override readonly bag: ContextBag;
  readonly #owner: ContextOwner;

  constructor(owner: ContextOwner) {
    super();
    const { call } = owner;
    this.client = call.client;
    this.requestId = call.requestId;
    this.sessionId = call.sessionId;
    this.auth = call.auth as Auth | undefined; // Members of any object can be read by name.
    this.meta = call.meta ?? NO_META;
    this.bag = call.bag ?? {};
    this.#owner = owner;
  }

  /**
   * The functions of a call that reach the client. A call with a context uses the functions of the request behind it.
   */
  static clientFunctionsOf(call: CallOptions): ClientFunctions {
    return #owner in call ? call.#owner.channel.functions : call;
  }

  override get signal(): AbortSignal {
    return this.#owner.lifetime.signal;
  }

  override get deadline(): number {
    return this.#owner.lifetime.deadline;
  }

  override get monitor(): Monitor {
    return this.#owner.services.monitor;
  }

  override get hasAsked(): boolean {
    return this.#owner.channel.hasAsked;
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
    this.#owner.channel.progress(progress, total, message);
  }

  override log(level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>): void {
    this.#owner.channel.log(level, message, data);
  }

  override ask<Args extends object>(type: Class<Args>, message: string): Promise<Args> {
    return this.#owner.ask(type, message);
  }

  override restrict(ms: number): void {
    this.#owner.lifetime.restrict(ms);
  }

  override defer(cleanup: () => Awaitable<void>): void {
    this.#owner.lifetime.defer(cleanup);
  }
}
