import { AsyncLocalStorage } from 'node:async_hooks';

/** One HTTP request, with the request and the response of the application's framework. */
export interface HttpExchange {
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
