import type { ElicitRequest, ElicitResult } from '../protocol.js';
import type { Awaitable, Class } from '../types.js';

/** What is known of the client that asks. */
export interface Client {
  /** The revision of the protocol that is spoken with it, such as `2025-06-18`. */
  readonly revision: string;
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  /** What it says that it can do, as it says it. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * On whose behalf a request is made, after somebody has verified it. The token itself is not here: what a prompt does
 * not have it cannot pass on (basic/security_best_practices, "Token Passthrough").
 */
export interface Auth {
  /** Who it is, the same in every request: the subject of a token, or its client. */
  readonly principal: string;
  readonly scopes: readonly string[];
  /** What else has been verified of the principal, such as a token's claims. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * What an application hands along with a request, from interceptors to prompts. Declare its members once, optional ones:
 * `declare module '@cuecard/core' { interface ContextBag { tenant?: Tenant } }`
 */
export interface ContextBag {}

/** How serious a line of the log is, by the names that the specification has for it. */
export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** W3C trace context, from the reserved keys of a request's `_meta`. */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

type Progress = (progress: number, total?: number, message?: string) => void;

type Log = (level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>) => void;

/** What a caller of the runtime may say about a request; adapters say all that they know. */
export interface CallOptions {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Who asks: what the client's revision does not know is left out of the answer, or said in text.
   * @default a client that knows everything, as a caller in process does
   */
  readonly client?: Client | undefined;
  readonly requestId?: string | number | undefined;
  readonly sessionId?: string | undefined;
  /** @default nobody: prompts that ask for scopes are unknown */
  readonly auth?: Auth | undefined;
  /** The request's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The bag of this request.
   * @default an empty one
   */
  readonly bag?: ContextBag | undefined;
  /** Tells the client how far the work is, where it wants to know. */
  readonly progress?: Progress | undefined;
  /** Tells the client what is logged, where it wants to know. */
  readonly log?: Log | undefined;
  /** Asks the person at the client, where the client can do that. */
  readonly elicit?: ((request: ElicitRequest, options: { signal: AbortSignal }) => Promise<ElicitResult>) | undefined;
  /**
   * Called when the request ends while work for it goes on, such as that of a prompt which ignores its aborted signal.
   * `work` resolves when the last of it has ended. Count it until then to limit how many prompts run at once.
   */
  readonly onOverrun?: ((work: Promise<void>) => void) | undefined;
}

/** The same call, to add to: of a request's own context a spread would take nothing along. */
export function callOf(call: CallOptions = {}): CallOptions {
  const { signal, client, requestId, sessionId, auth, meta, bag } = call;
  return { signal, client, requestId, sessionId, auth, meta, bag };
}

/**
 * What a prompt knows of the request that it answers. An abstract class, so that it is also a token: a service that lives
 * as long as a request can ask for it in its constructor.
 */
export abstract class RequestContext {
  constructor() {
    // To a container that nobody has told of a request, this is a class like any other.
    if (new.target === RequestContext) throw new TypeError('There is no RequestContext outside of a request');
  }

  /** Aborts when the client cancels, when the deadline is over, or when the request has failed. Hand it to what you wait for. */
  abstract readonly signal: AbortSignal;
  /** When the request must have been answered, in milliseconds since 1970, as `Date.now()` counts. */
  abstract readonly deadline: number;
  /** Who asks, as far as it is known. */
  abstract readonly client: Client | undefined;
  /** The id of the JSON-RPC request; nothing in process. */
  abstract readonly requestId: string | number | undefined;
  /** The id of the session, where there is one. */
  abstract readonly sessionId: string | undefined;
  /** On whose behalf the request is made, where that has been verified. */
  abstract readonly auth: Auth | undefined;
  /** The request's `_meta`; empty where it has none. */
  abstract readonly meta: Readonly<Record<string, unknown>>;
  abstract readonly trace: TraceContext;
  /** What the application hands along with the request. */
  abstract readonly bag: ContextBag;
  /** Whether the person at the client has been asked: then the answer is for this request alone. */
  abstract readonly hasAsked: boolean;
  /** Tells the client how far the work is, if it wants to know: a number that grows, and what it would be at the end. */
  abstract progress(progress: number, total?: number, message?: string): void;
  /** Writes to the log of the server, and to the client where that is offered and wanted. Keep arguments and secrets out. */
  abstract log(level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>): void;
  /**
   * Asks the person at the client for more, with a form for a class with `@Arg`s; the deadline waits meanwhile, for
   * `limits.askMs` at most. What comes has passed the rules of the class.
   * @throws {InputRequiredError} which says what is missing, when the client cannot ask or the person does not answer
   */
  abstract ask<Args extends object>(type: Class<Args>, message: string): Promise<Args>;
  /** Ends the request after so many milliseconds from now, if that is before its deadline. */
  abstract restrict(ms: number): void;
  /**
   * Calls `cleanup` once the request is over, however it ended; the last one given is called first. It runs in the
   * asynchronous context of this call.
   */
  abstract defer(cleanup: () => Awaitable<void>): void;
}

/** What a completer knows besides what was typed. */
export interface CompletionContext<Args extends object = object> extends RequestContext {
  /**
   * The arguments that have been given already, if the client sends them: converted if that is possible, or else as the
   * client sent them.
   */
  readonly arguments: Readonly<Partial<Args>>;
}
