import type { Monitor } from '../logging/monitor.js';
import type { ElicitRequest, ElicitResult, ListEntry } from '../protocol.js';
import type { Awaitable, Class, InjectableClass } from '../types.js';
import type { KindName } from '../errors.js';

/** The properties of a definition that interceptors and version selectors may read. */
export interface DefinitionInfo {
  readonly kind: { readonly name: KindName };
  readonly name: string;
  /** The handler class; a resolver constructs it. */
  readonly type: InjectableClass<object>;
  /** The definition's list entry, frozen. */
  readonly entry: ListEntry;
  readonly arguments: {
    /** The class of the arguments; an empty class if there are none. */
    readonly type: Class;
    /** The argument names on the wire. */
    readonly names: readonly string[];
  };
  /** Sample arguments that pass the rules. */
  readonly examples: readonly object[];
  /** The semantic version that distinguishes definitions of the same name. */
  readonly version: string | undefined;
  /** The labels that point to this version, such as `production`. */
  readonly labels: readonly string[];
  /** The tags of its packs, outermost first, then its own. */
  readonly tags: readonly string[];
  /** If the definition is deprecated: what to use instead. */
  readonly deprecated: string | undefined;
  /** The packs that contain the definition, outermost first: `desk/reviews`. Empty if no pack contains it. */
  readonly owner: string;
}

/** The calling client, as far as it is known. */
export interface Client {
  /** The protocol revision in use, such as `2025-06-18`. */
  readonly revision: string;
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  /** The capabilities that the client declares, unchanged. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The verified identity of the caller. It does not contain the token, so that no handler can pass the token on
 * (basic/security_best_practices, "Token Passthrough").
 */
export interface Auth {
  /** Identifies the caller, with the same value in every request: the token's subject, or its client. */
  readonly principal: string;
  readonly scopes: readonly string[];
  /** Other verified facts about the principal, such as a token's claims. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

/** An identity that an adapter passes to the runtime. Its claims may have any interface or class as their type. */
export interface AuthInput extends Omit<Auth, 'claims'> {
  readonly claims?: object | undefined;
}

/**
 * The request's bag: data that the application passes from interceptors to handlers. Declare its properties once, as
 * optional: `declare module '@cuecard/core' { interface ContextBag { tenant?: Tenant } }`
 */
export interface ContextBag {}

/** The severity of a log message, named as in the specification. */
export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** W3C trace context, from the reserved keys of a request's `_meta`. */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

type Progress = (progress: number, total?: number, message?: string) => void;

type Log = (level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>) => void;

/** The options of an elicitation. */
export interface ElicitOptions {
  /** Aborts when nothing waits for the user's response any longer. */
  readonly signal: AbortSignal;
  /** The elicitation's name, derived from the class: `user_name` for `UserName`. */
  readonly name: string;
}

/** An argument that clients repeat in an HTTP header, declared with `@Arg({ header })`. */
export interface RepeatedArgument {
  /** The header's name without the prefix `Mcp-Param-`. */
  readonly header: string;
  /** The unchecked value in the request; `undefined` if the argument is absent. */
  readonly value: unknown;
}

/** Data about a request that a caller of the runtime may pass. Adapters pass everything they know. */
export interface CallOptions {
  /** Aborts when the caller no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The calling client. Content that the client's protocol revision lacks is removed from the result, or replaced with
   * text.
   * @default a client that supports everything, as for an in-process call
   */
  readonly client?: Client | undefined;
  readonly requestId?: string | number | undefined;
  readonly sessionId?: string | undefined;
  /** @default an unverified caller, for whom definitions with `scopes` do not exist */
  readonly auth?: AuthInput | undefined;
  /** The request's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The request's bag.
   * @default an empty bag
   */
  readonly bag?: ContextBag | undefined;
  /** Reports progress to the client, if it asked for progress. */
  readonly progress?: Progress | undefined;
  /** Sends a log message to the client, if it asked for log messages. */
  readonly log?: Log | undefined;
  /** Asks the user, if the client supports elicitation. */
  readonly elicit?: ((request: ElicitRequest, options: ElicitOptions) => Promise<ElicitResult>) | undefined;
  /**
   * Throws if an argument differs from the HTTP header that repeats it. Called before any interceptor, for tools with
   * such arguments.
   * @default no comparison
   */
  readonly checkHeaders?: ((repeated: readonly RepeatedArgument[]) => void) | undefined;
  /**
   * Called when the request ends but its work continues, for example because a handler ignores its signal. `work`
   * resolves when all of that work has ended. To limit concurrent handlers, count the request as running until `work`
   * resolves.
   */
  readonly onOverrun?: ((work: Promise<void>) => void) | undefined;
}

/** Copies the options of a call. Spreading a context instead would drop `signal`, which is a getter. */
export function copyCallOptions(call: CallOptions = {}): CallOptions {
  const { signal, client, requestId, sessionId, auth, meta, bag } = call;
  return { signal, client, requestId, sessionId, auth, meta, bag };
}

/** The request that a handler answers. It is an abstract class so that request-scoped services can inject it. */
export abstract class RequestContext {
  constructor() {
    // Without this check, a container without a registered context would construct this class.
    if (new.target === RequestContext)
      throw new TypeError('There is no RequestContext outside a request: construct handlers with a resolver');
  }

  /** Aborts when the client cancels, the deadline passes or the request fails. Pass it to everything you await. */
  abstract readonly signal: AbortSignal;
  /** The time by which the request must be answered, in milliseconds since 1970. */
  abstract readonly deadline: number;
  /** The calling client, if known. */
  abstract readonly client: Client | undefined;
  /** The id of the JSON-RPC request; `undefined` for in-process calls. */
  abstract readonly requestId: string | number | undefined;
  /** The session id, if there is a session. */
  abstract readonly sessionId: string | undefined;
  /** The caller's identity, if verified. */
  abstract readonly auth: Auth | undefined;
  /** The request's `_meta`; empty if it has none. */
  abstract readonly meta: Readonly<Record<string, unknown>>;
  abstract readonly trace: TraceContext;
  /** The data that the application passes along with the request. */
  abstract readonly bag: ContextBag;
  /** Reports problems to the people who operate the server. */
  abstract readonly monitor: Monitor;
  /**
   * Whether a handler has asked the user, even if the user did not answer. If so, the request's result must not be
   * cached.
   */
  abstract readonly hasAsked: boolean;
  /**
   * Reports progress to the client, if the client asked for it. `progress` must increase with each call. `total` is the
   * final value of `progress`, if known.
   */
  abstract progress(progress: number, total?: number, message?: string): void;
  /** Writes to the server's log, and to the client if it asked for logging. Do not log arguments or secrets. */
  abstract log(level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>): void;
  /**
   * Asks the user for more input, with a form for the `@Arg` properties of a class. While the form is open the deadline
   * is paused, for at most `limits.askMs`. The returned instance has passed the class's rules.
   * @throws {InputRequiredError} with the missing input, if the client cannot ask or the user does not answer
   */
  abstract ask<Args extends object>(type: Class<Args>, message: string): Promise<Args>;
  /** Moves the deadline to `ms` milliseconds from now, if that is earlier. */
  abstract restrict(ms: number): void;
  /**
   * Calls `cleanup` when the request has ended or failed. Cleanups run in reverse order, each in the asynchronous
   * context of its `defer` call.
   */
  abstract defer(cleanup: () => Awaitable<void>): void;
}

/** The request that a completer answers. */
export interface CompletionContext<Args extends object = object> extends RequestContext {
  /**
   * The values that the user has entered for other arguments, if the client sends them. A value that cannot be
   * converted is left as the client sent it.
   */
  readonly arguments: Readonly<Partial<Args>>;
}
