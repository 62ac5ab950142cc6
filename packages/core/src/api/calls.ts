import type { RequestContext, DefinitionInfo, CompletionContext } from './context.js';
import type {
  CompleteParams,
  CompleteResult,
  EmptyResult,
  CallToolResult,
  GetPromptResult,
  ListPromptsParams,
  ListPromptsResult,
  ListResourcesParams,
  ListResourcesResult,
  ListResourceTemplatesParams,
  ListResourceTemplatesResult,
  ListToolsParams,
  ListToolsResult,
  ReadResourceParams,
  ReadResourceResult,
  SubscribeParams,
} from '../protocol.js';
import { functionOf, OptionKind } from '../text/option-kinds.js';
import type { InjectableClass, Awaitable } from '../types.js';
import type { KindName } from '../errors.js';

interface CallOf<Method extends string, Params> {
  readonly method: Method;
  /** The unchecked parameters, as the client sent them. */
  readonly params: Params;
  readonly context: RequestContext;
  /**
   * The definition that answers the call; `undefined` for lists, and for a name that the caller may not see. The
   * runtime looks up the definition when this property is first read. Fill the request's bag before that, because
   * visibility may depend on the bag.
   */
  readonly definition: DefinitionInfo | undefined;
}

export type ListPromptsCall = CallOf<'prompts/list', ListPromptsParams>;

/** In process, `arguments` are typed values instead of strings. */
export type GetPromptCall = CallOf<'prompts/get', { readonly name: string; readonly arguments?: object | undefined }>;

export type ListToolsCall = CallOf<'tools/list', ListToolsParams>;

/** In process, `arguments` are typed values instead of JSON. */
export type CallToolCall = CallOf<'tools/call', { readonly name: string; readonly arguments?: object | undefined }>;

export type CompleteCall = CallOf<'completion/complete', CompleteParams>;

export type ListResourcesCall = CallOf<'resources/list', ListResourcesParams>;

export type ListResourceTemplatesCall = CallOf<'resources/templates/list', ListResourceTemplatesParams>;

export type ReadResourceCall = CallOf<'resources/read', ReadResourceParams>;

export type SubscribeCall = CallOf<'resources/subscribe', SubscribeParams>;

/** One call of the runtime. */
export type Call =
  | ListPromptsCall
  | GetPromptCall
  | ListToolsCall
  | CallToolCall
  | CompleteCall
  | ListResourcesCall
  | ListResourceTemplatesCall
  | ReadResourceCall
  | SubscribeCall;

/** The answer to a call. If it is frozen, other requests share it: change a copy instead. */
export type Answer =
  | ListPromptsResult
  | GetPromptResult
  | ListToolsResult
  | CallToolResult
  | CompleteResult
  | ListResourcesResult
  | ListResourceTemplatesResult
  | ReadResourceResult
  | EmptyResult;

/**
 * Calls the next interceptor, and finally the handler. `params` replace the call's `params`, but do not change which
 * definition answers.
 * @throws {RequestError} with a message that the client may see, and a `cause` that must stay on the server
 */
export type Next<CallType extends Call = Call, Result = Answer> = (params?: CallType['params']) => Promise<Result>;

/** Wraps calls of the runtime's methods. An interceptor can also answer a call itself. */
export type Interceptor = (call: Call, next: Next) => Answer | Promise<Answer>;

/** An interceptor that is constructed for each request, with its dependencies injected. */
export interface InterceptorHandler {
  intercept: Interceptor;
}

/** An interceptor: a function, or a class to be constructed. */
export type InterceptorEntry = Interceptor | InjectableClass<InterceptorHandler>;

/** The kind of an option that takes interceptors. Each interceptor is checked at start-up. */
export const INTERCEPTORS = new OptionKind(
  'an array of interceptors: functions (call, next), or classes with a method intercept',
  Array.isArray,
);

const INTERCEPT = functionOf('(call, next)');

type Intercept<CallType extends Call, Result extends Answer> = (
  call: CallType,
  next: Next<CallType, Result>,
) => Result | Promise<Result>;

/** Creates an interceptor of `prompts/list`. */
export function onListPrompts(intercept: Intercept<ListPromptsCall, ListPromptsResult>): Interceptor {
  return forMethod('prompts/list', intercept);
}

/** Creates an interceptor of `prompts/get`. */
export function onGetPrompt(intercept: Intercept<GetPromptCall, GetPromptResult>): Interceptor {
  return forMethod('prompts/get', intercept);
}

/**
 * Creates an interceptor of `tools/call`. `next` throws the tool's errors. The client gets them as results with
 * `isError`.
 */
export function onCallTool(intercept: Intercept<CallToolCall, CallToolResult>): Interceptor {
  return forMethod('tools/call', intercept);
}

/** Creates an interceptor of `completion/complete`. */
export function onComplete(intercept: Intercept<CompleteCall, CompleteResult>): Interceptor {
  return forMethod('completion/complete', intercept);
}

/** Creates an interceptor of `resources/read`. */
export function onReadResource(intercept: Intercept<ReadResourceCall, ReadResourceResult>): Interceptor {
  return forMethod('resources/read', intercept);
}

/**
 * Limits an interceptor to one method. The cast is needed, because the compiler cannot know that the method determines
 * the types of a call and its answer.
 */
function forMethod<CallType extends Call, Result extends Answer>(
  method: CallType['method'],
  intercept: Intercept<CallType, Result>,
): Interceptor {
  INTERCEPT.require(`The interceptor of ${method}`, intercept);
  const interceptor = intercept as unknown as Interceptor;
  return (call, next) => (call.method === method ? interceptor(call, next) : next());
}

/**
 * The result of a completer. Candidates in an array are filtered by the typed text and ranked, best first.
 * `RankedSuggestions` are sent as they are, at most 100 values.
 */
export type Suggestions = readonly string[] | RankedSuggestions;

export interface RankedSuggestions {
  readonly values: readonly string[];
  /** The number of all matches, sent or not. */
  readonly total?: number;
  /** Whether there are more matches than `values`. */
  readonly hasMore?: boolean;
}

/**
 * Suggests values for an argument from the text typed so far. `undefined` and `null` mean that there are no
 * suggestions.
 */
export type Completer<Args extends object = object> = (
  typed: string,
  context: CompletionContext<Args>,
) => Awaitable<Suggestions | undefined | null>;

/**
 * Chooses which version of a definition answers a caller. It receives the versions that the caller may see, highest
 * release first. It returns one of them, or `undefined` to leave the choice to the next selector. It is called once per
 * request for each name that has several versions.
 */
export interface VersionSelector {
  (versions: readonly DefinitionInfo[], context: RequestContext): Awaitable<DefinitionInfo | undefined>;
  /** The labels or versions that the selector can choose. The log warns of a label that no version has. */
  readonly labels?: readonly string[];
  /**
   * Calls `changed` whenever the selector's choice may have changed. The runtime then notifies clients of changed
   * lists. Returns a function that stops watching.
   */
  readonly watch?: (changed: (isAffected?: (kind: KindName, name: string) => boolean) => void) => () => void;
}
