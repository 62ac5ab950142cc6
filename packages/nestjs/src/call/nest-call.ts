import type { DefinitionInfo, RequestContext } from '@cuecard/core';
import { currentExchange, type HttpExchange, runWith } from './http-exchange.js';
import { RecordedResponse, type Written } from './recorded-response.js';

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
