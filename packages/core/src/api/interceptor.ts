import type { RequestContext } from './context.js';
import type { DefinitionInfo } from './definition-info.js';
import type {
  CompleteParams,
  CompleteResult,
  EmptyResult,
  GetPromptResult,
  ListPromptsParams,
  ListPromptsResult,
  ListResourcesParams,
  ListResourcesResult,
  ListResourceTemplatesParams,
  ListResourceTemplatesResult,
  ReadResourceParams,
  ReadResourceResult,
  SubscribeParams,
} from '../protocol.js';
import { OptionKind } from '../text/option-kinds.js';
import type { InjectableClass } from '../types.js';

interface CallOf<Method extends string, Params> {
  readonly method: Method;
  /** As the client sent them; nothing in them has been checked. */
  readonly params: Params;
  readonly context: RequestContext;
  /**
   * The definition that answers: nothing in a list, and if there is none of that name that the caller may see. It is
   * looked up when it is first read, so put what `visible` and `select` depend on into the bag before that.
   */
  readonly definition: DefinitionInfo | undefined;
}

export type ListCall = CallOf<'prompts/list', ListPromptsParams>;

/** `arguments` are strings on the wire, and typed values in process. */
export type GetCall = CallOf<'prompts/get', { readonly name: string; readonly arguments?: object | undefined }>;

export type CompleteCall = CallOf<'completion/complete', CompleteParams>;

export type ListResourcesCall = CallOf<'resources/list', ListResourcesParams>;

export type ListResourceTemplatesCall = CallOf<'resources/templates/list', ListResourceTemplatesParams>;

export type ReadResourceCall = CallOf<'resources/read', ReadResourceParams>;

export type SubscribeCall = CallOf<'resources/subscribe', SubscribeParams>;

/** One call of the runtime. */
export type Call =
  | ListCall
  | GetCall
  | CompleteCall
  | ListResourcesCall
  | ListResourceTemplatesCall
  | ReadResourceCall
  | SubscribeCall;

/** What answers a call. What is frozen is shared with other requests: change a copy. */
export type Answer =
  | ListPromptsResult
  | GetPromptResult
  | CompleteResult
  | ListResourcesResult
  | ListResourceTemplatesResult
  | ReadResourceResult
  | EmptyResult;

/**
 * Goes on with the call: to the next interceptor, and to the handler in the end. Other `params` take the place of the
 * call's; the definition stays what it is once it has been looked up.
 * @throws {RequestError} that is fit for the client; its `cause` is not
 */
export type Next<Passed extends Call = Call, Result = Answer> = (params?: Passed['params']) => Promise<Result>;

/** Wraps calls of the runtime's methods: it can act before, after and instead of what would answer. */
export type Interceptor = (call: Call, next: Next) => Answer | Promise<Answer>;

/** An interceptor that is constructed for each request, with its dependencies. */
export interface InterceptorHandler {
  intercept: Interceptor;
}

/** What can be given as an interceptor: a function, or a class to be injected. */
export type InterceptorEntry = Interceptor | InjectableClass<InterceptorHandler>;

/** What an option with interceptors must be. Its members are checked at start-up. */
export const INTERCEPTORS = new OptionKind('an array of functions (call, next) and of classes', Array.isArray);

type Intercept<Passed extends Call, Result extends Answer> = (
  call: Passed,
  next: Next<Passed, Result>,
) => Result | Promise<Result>;

/** An interceptor of `prompts/list` alone. */
export function onList(intercept: Intercept<ListCall, ListPromptsResult>): Interceptor {
  return only('prompts/list', intercept);
}

/** An interceptor of `prompts/get` alone. */
export function onGet(intercept: Intercept<GetCall, GetPromptResult>): Interceptor {
  return only('prompts/get', intercept);
}

/** An interceptor of `completion/complete` alone. */
export function onComplete(intercept: Intercept<CompleteCall, CompleteResult>): Interceptor {
  return only('completion/complete', intercept);
}

/** An interceptor of `resources/read` alone. */
export function onRead(intercept: Intercept<ReadResourceCall, ReadResourceResult>): Interceptor {
  return only('resources/read', intercept);
}

/** The method determines which params and answer a call has; the compiler cannot know. */
function only<Passed extends Call, Result extends Answer>(
  method: Passed['method'],
  intercept: Intercept<Passed, Result>,
): Interceptor {
  const chosen = intercept as unknown as Interceptor;
  return (call, next) => (call.method === method ? chosen(call, next) : next());
}
