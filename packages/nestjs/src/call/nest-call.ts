import type { DefinitionInfo, RequestContext } from '@cuecard/core';
import { AsyncLocalStorage } from 'node:async_hooks';

/** One call, as guards, interceptors, pipes, filters and parameter decorators see it. */
export interface CuecardCall {
  /** The protocol method, such as `prompts/get`. */
  readonly method: string;
  readonly context: RequestContext;
  /** The called definition, or `undefined` for lists and for names that the caller may not see. */
  readonly definition: DefinitionInfo | undefined;
}

/** The `getType()` of the execution context of a call. */
export const CUECARD = 'cuecard';

/** The index of the call in an execution context's arguments, after the three HTTP arguments. */
export const CALL_INDEX = 3;

/** A call that Nest's enhancers process. */
export class NestCall implements CuecardCall {
  readonly method: string;
  readonly context: RequestContext;
  readonly definition: DefinitionInfo | undefined;
  /** Resolves the arguments of the handler. */
  readonly bind: (() => unknown) | undefined;
  readonly #response: RecordedResponse;
  /** The arguments of the execution context. The first three are for `switchToHttp()`. */
  readonly args: readonly unknown[];

  constructor({ method, context, definition }: CuecardCall, bind?: () => unknown) {
    const exchange = currentExchange();
    this.method = method;
    this.context = context;
    this.definition = definition;
    this.bind = bind;
    this.#response = new RecordedResponse(exchange?.response);
    this.args = [requestOf(exchange, context), this.#response.response, () => {}, this];
  }

  /** The status and the body that filters have written to the response. */
  get content(): ResponseContent {
    return this.#response.content;
  }
}

/** Returns the framework's request. Without HTTP, returns a substitute whose `user` is the caller. */
export function requestOf(exchange: HttpExchange | undefined, { auth }: RequestContext): object {
  return exchange?.request ?? createRequestLike({ user: auth });
}

const REQUEST_DEFAULTS = { headers: {}, query: {}, params: {}, method: 'POST', url: '' };

function createRequestLike(request: object): object {
  return { ...REQUEST_DEFAULTS, ...request };
}

/**
 * Runs in-process calls with a request that guards, parameter decorators and request-scoped providers receive.
 * @example await withRequest({ user }, () => runtime.prompts.render(CodeReview, { code }))
 */
export function withRequest<T>(request: object, work: () => T): T {
  return runWith({ request: createRequestLike(request), response: {} }, work);
}

/** One HTTP request, with the request and the response of the application's framework. */
interface HttpExchange {
  readonly request: object;
  readonly response: object;
}

const current = new AsyncLocalStorage<HttpExchange>();

/** Runs `work` with `currentExchange()` returning the exchange. */
export function runWith<T>(exchange: HttpExchange, work: () => T): T {
  return current.run(exchange, work);
}

/** Returns the current HTTP exchange, or `undefined` over stdio and in process. */
export function currentExchange(): HttpExchange | undefined {
  return current.getStore();
}

/** The methods of a response whose first argument is the body. */
const BODY_METHODS = new Set(['send', 'json', 'jsonp', 'end', 'write', 'render', 'redirect', 'sendFile', 'download']);

/** The methods whose first argument is the status. */
const STATUS_METHODS = new Set(['status', 'code', 'writeHead', 'sendStatus']);

/** The methods that set headers. */
const HEADER_METHODS = ['set', 'header', 'headers', 'setHeader', 'removeHeader', 'append', 'type', 'cookie'];

/** The methods that may be called even if the framework's response lacks them, or if there is no response. */
const RECORDED_METHODS = new Set([...BODY_METHODS, ...STATUS_METHODS, ...HEADER_METHODS]);

/** The properties of a response that has not been sent. */
const UNSENT_STATE = { headersSent: false, sent: false, writableEnded: false };

/** The methods that do not change the response. */
const READ_METHODS = /^(?:get|has|is)[A-Z]|^(?:get|on|once|off|addListener|removeListener|listenerCount)$/;

/** The status and the body that a filter has written to the response. */
export interface ResponseContent {
  status?: number;
  body?: unknown;
}

/**
 * Replaces the framework's response for guards and filters, and records what they write instead of sending it. An HTTP
 * response may contain the JSON-RPC responses of several calls, so a guard or filter must not write to it.
 */
class RecordedResponse {
  readonly content: ResponseContent = {};
  readonly response: object;

  constructor(real: object = {}) {
    this.response = new Proxy(real, {
      get: (target, name) => this.#get(target, name),
      set: (_target, name, value) => this.#set(name, value),
      has: (target, name) => name === 'status' || name in target,
    });
  }

  #get(target: object, name: string | symbol): unknown {
    if (name in UNSENT_STATE) return UNSENT_STATE[name as keyof typeof UNSENT_STATE];
    if (name === 'statusCode') return this.content.status ?? 200;
    if (name === 'raw') return this.response;
    if (name === 'then') return undefined; // Fastify's reply is thenable.
    const value: unknown = Reflect.get(target, name, target);
    return typeof name === 'symbol' ? value : this.#member(name, value, target);
  }

  #member(name: string, value: unknown, target: object): unknown {
    const isFunction = typeof value === 'function';
    if (READ_METHODS.test(name)) return isFunction ? value.bind(target) : () => undefined;
    return isFunction || RECORDED_METHODS.has(name) ? this.#recordingMethod(name) : value;
  }

  #set(name: string | symbol, value: unknown): true {
    if (name === 'statusCode' && typeof value === 'number') this.content.status = value;
    return true;
  }

  #recordingMethod(name: string): (first?: unknown) => object {
    return (first) => {
      if (STATUS_METHODS.has(name) && typeof first === 'number') this.content.status = first;
      if (BODY_METHODS.has(name) && typeof first !== 'function') this.content.body ??= first;
      return this.response;
    };
  }
}
