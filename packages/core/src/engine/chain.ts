import type { Answer, Call, Interceptor, InterceptorEntry, InterceptorHandler, Next } from '../api/interceptor.js';
import type { InterceptedCall } from './intercepted-call.js';
import type { BoundInterceptor } from '../definition/definition.js';
import { RequestError } from '../errors.js';
import type { Request } from '../request/request.js';
import type { InjectableClass } from '../types.js';

/** Answers a call: the next interceptor, or finally the handler. */
export type Link = (call: Call) => Promise<Answer>;

/**
 * Sends a call through interceptors, in order, to the terminal handler. Each interceptor only sees answers and errors
 * that are fit for the client.
 */
export function runChain(
  interceptors: readonly BoundInterceptor[],
  call: Call,
  request: Request,
  last: Link,
): Promise<Answer> {
  const [first, ...rest] = interceptors;
  if (first === undefined) return last(call);
  const next: Next = (params) => {
    const passed = params === undefined ? call : ((call as unknown as InterceptedCall).with(params) as unknown as Call);
    const answer = forward(request, () => runChain(rest, passed, request, last));
    answer.catch(() => {}); // An interceptor may have dropped it, which must not end the process.
    return answer;
  };
  return intercept(first, call, request, next);
}

async function forward(request: Request, goOn: () => Promise<Answer>): Promise<Answer> {
  if (request.lifetime.isOver) throw new RequestError('The request is over: its answer is no longer awaited');
  try {
    return await request.lifetime.within(goOn()); // Lets the interceptors around a hung one clean up.
  } catch (error) {
    throw request.failure(error);
  } finally {
    request.step = 'intercept';
  }
}

async function intercept(
  { entry, resolver }: BoundInterceptor,
  call: Call,
  request: Request,
  next: Next,
): Promise<Answer> {
  if (!isInterceptorClass(entry)) return entry(call, next);
  const made = await (resolver ?? request.services.resolver)(entry, request.context);
  return made.intercept(call, next);
}

/** Whether an interceptor has to be constructed before it can be called. */
export function isInterceptorClass(entry: InterceptorEntry): entry is InjectableClass<InterceptorHandler> {
  const prototype = (entry as Interceptor).prototype as Partial<InterceptorHandler> | undefined;
  if (prototype === undefined) return false;
  // The method may be a property, which only instances have. But a function written as a class cannot be called.
  return (
    typeof prototype.intercept === 'function' || Object.getOwnPropertyDescriptor(entry, 'prototype')?.writable === false
  );
}
