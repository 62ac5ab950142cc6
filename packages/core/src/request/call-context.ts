import type { Binding } from '../arguments/argument-plan.js';
import type { Origin } from '../arguments/argument-type.js';
import {
  type Auth,
  type CallOptions,
  type Client,
  type ContextBag,
  type LogLevel,
  RequestContext,
  type TraceContext,
} from '../api/context.js';
import type { Limits } from '../limits.js';
import { given, type Logger } from '../logging/logger.js';
import { type Resolver, withoutContainer } from '../api/resolver.js';
import type { ValidatorClass } from '../validation/validation-rules.js';

/** What requests of all kinds are given by the runtime that they are of. */
export interface Serving {
  readonly limits: Limits;
  readonly logger: Logger;
  readonly resolver: Resolver;
  readonly messageOf?: Binding['messageOf'];
}

const NO_META = Object.freeze({});

/** What is known of a request, from whoever made it. */
export abstract class CallContext extends RequestContext {
  /** What is asked for, for the log. */
  abstract readonly subject: string;
  /** Whether nobody waits for an answer any more. */
  abstract readonly isOver: boolean;
  readonly call: CallOptions;
  readonly serving: Serving;
  /** What constructs the prompt, and the validators of what it is given. */
  resolver: Resolver;
  #bag: ContextBag | undefined;

  constructor(serving: Serving, call: CallOptions) {
    super();
    this.call = call;
    this.serving = serving;
    this.resolver = serving.resolver;
  }

  override get client(): Client | undefined {
    return this.call.client;
  }

  override get requestId(): string | number | undefined {
    return this.call.requestId;
  }

  override get sessionId(): string | undefined {
    return this.call.sessionId;
  }

  override get auth(): Auth | undefined {
    return this.call.auth;
  }

  override get meta(): Readonly<Record<string, unknown>> {
    return this.call.meta ?? NO_META;
  }

  override get trace(): TraceContext {
    const { traceparent, tracestate, baggage } = this.meta;
    return {
      ...(typeof traceparent === 'string' && { traceparent }),
      ...(typeof tracestate === 'string' && { tracestate }),
      ...(typeof baggage === 'string' && { baggage }),
    };
  }

  override get bag(): ContextBag {
    return (this.#bag ??= this.call.bag ?? {});
  }

  /** How the client is told what is logged, also by prompts that other prompts use. */
  get clientLog(): CallOptions['log'] {
    return this.call instanceof CallContext ? this.call.clientLog : this.call.log;
  }

  /** How work that goes on is counted, also that of prompts that other prompts use. */
  get onOverrun(): CallOptions['onOverrun'] {
    return this.call.onOverrun;
  }

  override progress(progress: number, total?: number, message?: string): void {
    this.#tell(() => this.call.progress?.(progress, total, message));
  }

  override log(level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>): void {
    const { logger } = this.serving;
    const line = `${this.subject}: ${message}`;
    const method = level === 'warning' ? 'warn' : level;
    logger[method]?.(line, ...given(data));
    this.#tell(() => this.clientLog?.(level, message, data));
  }

  /** How arguments are bound for this request. */
  binding(prompt: string, origin: Origin): Binding {
    const { limits, messageOf } = this.serving;
    const { resolver } = this;
    const makeValidator = resolver === withoutContainer ? undefined : (type: ValidatorClass) => resolver(type, this);
    return { prompt, origin, limits, messageOf, makeValidator };
  }

  /** What the client cannot be told is no reason to fail. */
  #tell(tell: () => void): void {
    if (this.isOver) return;
    try {
      tell();
    } catch (error) {
      this.serving.logger.error(`${this.subject} could not tell the client`, error);
    }
  }
}
