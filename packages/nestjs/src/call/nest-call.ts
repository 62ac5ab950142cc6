import type { DefinitionInfo, RequestContext } from '@cuecard/core';
import { AsyncLocalStorage } from 'node:async_hooks';

/** One call, as guards, interceptors, pipes, filters and parameter decorators see it. */
export interface CuecardCall {
  /** The method of the protocol, such as `prompts/get`. */
  readonly method: string;
  readonly context: RequestContext;
  /** The definition that answers; `undefined` for lists, and where the caller may see none of that name. */
  readonly definition: DefinitionInfo | undefined;
}

/** The type of Nest's execution contexts of calls. */
export const CUECARD = 'cuecard';

/** The place of the call among the arguments of an execution context, after those of HTTP. */
export const CALL_INDEX = 3;

/** A call on its way through Nest. */
export class NestCall implements CuecardCall {
  readonly method: string;
  readonly context: RequestContext;
  readonly definition: DefinitionInfo | undefined;
  /** Resolves the arguments of the handler. */
  readonly bind: (() => unknown) | undefined;
  readonly #response: RecordedResponse;
  /** The arguments of its execution contexts; the first three make `switchToHttp()` work. */
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

  /** What filters have written to the response. */
  get written(): Written {
    return this.#response.written;
  }
}

/** The request of the framework. Without HTTP, the caller is the `user` of one that has what guards read most. */
export function requestOf(exchange: HttpExchange | undefined, { auth }: RequestContext): object {
  return exchange?.request ?? madeUp({ user: auth });
}

const PARTS = { headers: {}, query: {}, params: {}, method: 'POST', url: '' };

function madeUp(request: object): object {
  return { ...PARTS, ...request };
}

/**
 * Makes calls in process as if they came with a request: guards, parameter decorators and request-scoped providers see it.
 * @example await withRequest({ user }, () => runtime.prompts.render(CodeReview, { code }))
 */
export function withRequest<T>(request: object, work: () => T): T {
  return runWith({ request: madeUp(request), response: {} }, work);
}

/** One HTTP request, with the request and the response of the application's framework. */
interface HttpExchange {
  readonly request: object;
  readonly response: object;
}

const current = new AsyncLocalStorage<HttpExchange>();

/** Answers a request, so that everything done for it finds its way back to it. */
export function runWith<T>(exchange: HttpExchange, work: () => T): T {
  return current.run(exchange, work);
}

/** The HTTP request that is being answered; `undefined` over stdio and in process. */
export function currentExchange(): HttpExchange | undefined {
  return current.getStore();
}

/** What sends something, and what it sends comes first. */
const SENDING = new Set(['send', 'json', 'jsonp', 'end', 'write', 'render', 'redirect', 'sendFile', 'download']);

/** What takes a status first. */
const STATUS = new Set(['status', 'code', 'writeHead', 'sendStatus']);

/** What sets headers. */
const HEADERS = ['set', 'header', 'headers', 'setHeader', 'removeHeader', 'append', 'type', 'cookie'];

/** What may be called though the response of the framework, or nothing in its place, has no such method. */
const RECORDED = new Set([...SENDING, ...STATUS, ...HEADERS]);

/** What is so as long as nothing has been sent. */
const FIXED = { headersSent: false, sent: false, writableEnded: false };

/** What changes nothing. */
const READING = /^(?:get|has|is)[A-Z]|^(?:get|on|once|off|addListener|removeListener|listenerCount)$/;

/** What a filter has written to the response. */
export interface Written {
  status?: number;
  body?: unknown;
}

/**
 * Stands in for the response of the framework. The answer to a call is a JSON-RPC message, and the answer to the HTTP
 * request may hold several of them: nothing that guards and filters send here reaches the client. It is recorded.
 */
class RecordedResponse {
  readonly written: Written = {};
  readonly response: object;

  constructor(real: object = {}) {
    this.response = new Proxy(real, {
      get: (target, name) => this.#get(target, name),
      set: (_target, name, value) => this.#set(name, value),
      has: (target, name) => name === 'status' || name in target,
    });
  }

  #get(target: object, name: string | symbol): unknown {
    if (name in FIXED) return FIXED[name as keyof typeof FIXED];
    if (name === 'statusCode') return this.written.status ?? 200;
    if (name === 'raw') return this.response;
    if (name === 'then') return undefined; // A reply of Fastify can be awaited.
    const value: unknown = Reflect.get(target, name, target);
    return typeof name === 'symbol' ? value : this.#member(name, value, target);
  }

  #member(name: string, value: unknown, target: object): unknown {
    const isFunction = typeof value === 'function';
    if (READING.test(name)) return isFunction ? value.bind(target) : () => undefined;
    return isFunction || RECORDED.has(name) ? this.#recorder(name) : value;
  }

  #set(name: string | symbol, value: unknown): true {
    if (name === 'statusCode' && typeof value === 'number') this.written.status = value;
    return true;
  }

  #recorder(name: string): (first?: unknown) => object {
    return (first) => {
      if (STATUS.has(name) && typeof first === 'number') this.written.status = first;
      if (SENDING.has(name) && typeof first !== 'function') this.written.body ??= first;
      return this.response;
    };
  }
}
