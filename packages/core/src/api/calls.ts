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
  /** As the client sent them, unchecked. */
  readonly params: Params;
  readonly context: RequestContext;
  /**
   * The definition that answers. `undefined` for lists, and if the caller may not see a definition of that name. It is
   * looked up when first read, so fill the bag with what `visible` and `select` depend on before that.
   */
  readonly definition: DefinitionInfo | undefined;
}

export type ListCall = CallOf<'prompts/list', ListPromptsParams>;

/** `arguments` are strings on the wire and typed values in process. */
export type GetCall = CallOf<'prompts/get', { readonly name: string; readonly arguments?: object | undefined }>;

export type ListToolsCall = CallOf<'tools/list', ListToolsParams>;

/** `arguments` are JSON on the wire and typed values in process. */
export type CallToolCall = CallOf<'tools/call', { readonly name: string; readonly arguments?: object | undefined }>;

export type CompleteCall = CallOf<'completion/complete', CompleteParams>;

export type ListResourcesCall = CallOf<'resources/list', ListResourcesParams>;

export type ListResourceTemplatesCall = CallOf<'resources/templates/list', ListResourceTemplatesParams>;

export type ReadResourceCall = CallOf<'resources/read', ReadResourceParams>;

export type SubscribeCall = CallOf<'resources/subscribe', SubscribeParams>;

/** One call of the runtime. */
export type Call =
  | ListCall
  | GetCall
  | ListToolsCall
  | CallToolCall
  | CompleteCall
  | ListResourcesCall
  | ListResourceTemplatesCall
  | ReadResourceCall
  | SubscribeCall;

/** The answer to a call. A frozen answer is shared with other requests: change a copy. */
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
 * Passes the call on to the next interceptor, and finally to the handler. `params` replace those of the call; a
 * definition that has been looked up does not change.
 * @throws {RequestError} that is fit for the client, though its `cause` is not
 */
export type Next<Passed extends Call = Call, Result = Answer> = (params?: Passed['params']) => Promise<Result>;

/** Wraps calls of the runtime's methods. It can act before and after the call, or answer in its place. */
export type Interceptor = (call: Call, next: Next) => Answer | Promise<Answer>;

/** An interceptor that is constructed for each request, with its dependencies injected. */
export interface InterceptorHandler {
  intercept: Interceptor;
}

/** An interceptor: a function, or a class to be constructed. */
export type InterceptorEntry = Interceptor | InjectableClass<InterceptorHandler>;

/** The kind of an option with interceptors. Each interceptor is checked at start-up. */
export const INTERCEPTORS = new OptionKind('an array of functions (call, next) and of classes', Array.isArray);

const INTERCEPT = functionOf('(call, next)');

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

/**
 * An interceptor of `tools/call` alone. `next` throws what the tool fails with; the client gets a result with
 * `isError`.
 */
export function onCall(intercept: Intercept<CallToolCall, CallToolResult>): Interceptor {
  return only('tools/call', intercept);
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
  INTERCEPT.require(`The interceptor of ${method}`, intercept);
  const chosen = intercept as unknown as Interceptor;
  return (call, next) => (call.method === method ? chosen(call, next) : next());
}

/**
 * The result of a completer. An array holds candidates, which are filtered by the typed text and ranked, best first. A
 * finished answer is sent without filtering, cut to 100 values.
 */
export type Suggestions = readonly string[] | FinishedSuggestions;

export interface FinishedSuggestions {
  readonly values: readonly string[];
  /** The number of all matches, sent or not. */
  readonly total?: number;
  /** Whether there are more matches than these. */
  readonly hasMore?: boolean;
}

/**
 * Suggests values for an argument from the text typed so far. One that returns `undefined` or `null` suggests nothing.
 */
export type Completer<Args extends object = object> = (
  typed: string,
  context: CompletionContext<Args>,
) => Awaitable<Suggestions | undefined | null>;

/**
 * Chooses the version of a name that answers a caller. It receives the versions that the caller may see, highest
 * release first, and returns one of them, or `undefined` to leave the choice to the next selector. It may return a
 * promise. It is called once per name and request, only for names with several versions.
 */
export interface VersionSelector {
  (versions: readonly DefinitionInfo[], context: RequestContext): Awaitable<DefinitionInfo | undefined>;
  /** The labels or versions that it looks for. A label that no version carries is reported in the log. */
  readonly labels?: readonly string[];
  /**
   * Calls `changed` after each change of what it would choose. Clients are then notified, for each kind that has
   * several
   * versions of a name. Returns a function that ends the watch.
   */
  readonly watch?: (changed: (isAffected?: (kind: KindName, name: string) => boolean) => void) => () => void;
}
