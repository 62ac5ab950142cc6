import type { BoundInterceptor } from '../definition/definition.js';
import { RequestError } from '../errors.js';
import type { InjectableClass } from '../types.js';
import type { PassedCall } from './call.js';
import type { InterceptorEntry, Next, Answer, Call, InterceptorHandler } from '../api/interceptor.js';

type End<Params> = (call: PassedCall<Params>) => Promise<Answer>;

/**
 * Sends a call through interceptors, from the first on, and to the end. Each sees of what comes after it only answers and
 * errors that are fit for the client.
 */
export function through<Params>(
  interceptors: readonly BoundInterceptor[],
  call: PassedCall<Params>,
  end: End<Params>,
): Promise<Answer> {
  const [first, ...rest] = interceptors;
  if (first === undefined) return end(call);
  const goOn: Next = (params) => {
    const answer = forward(rest, params === undefined ? call : call.with(params as Params), end);
    answer.catch(() => {}); // An interceptor may have forgotten it, which must not end the process.
    return answer;
  };
  return intercept(first, call, goOn);
}

async function forward<Params>(
  rest: readonly BoundInterceptor[],
  call: PassedCall<Params>,
  end: End<Params>,
): Promise<Answer> {
  const { context } = call;
  if (context.isOver) throw new RequestError('The request is over: nobody waits for its answer');
  try {
    return await context.within(through(rest, call, end)); // So that those round what hangs can tidy up.
  } catch (error) {
    throw context.failure(error);
  } finally {
    context.step = 'intercept';
  }
}

async function intercept<Params>(
  { entry, resolver }: BoundInterceptor,
  call: PassedCall<Params>,
  goOn: Next,
): Promise<Answer> {
  const { context } = call;
  const passed = call as unknown as Call; // The method says which params it has; the compiler cannot know.
  if (!isInterceptorClass(entry)) return entry(passed, goOn);
  const made = await (resolver ?? context.serving.resolver)(entry, context);
  return made.intercept(passed, goOn);
}

/** Whether an interceptor has to be constructed before it can be called. */
export function isInterceptorClass(entry: InterceptorEntry): entry is InjectableClass<InterceptorHandler> {
  const prototype = entry.prototype as Partial<InterceptorHandler> | undefined;
  if (prototype === undefined) return false;
  // The method may be a property, which only instances have; but what was written as a class cannot be called.
  return (
    typeof prototype.intercept === 'function' || Object.getOwnPropertyDescriptor(entry, 'prototype')?.writable === false
  );
}
