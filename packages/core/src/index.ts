// The public API, listed by hand. Anything else may change in any release.
export { Arg, Field, type ArgOptions, type ArgType } from './arguments/arg.js';
export type { ArgDefinition } from './arguments/arg-definition.js';
export { releaseClass } from './arguments/transformations.js';
export { faultsOfQuestion, supportsElicitation, ElicitationPendingError } from './asking/ask.js';
export {
  type Completer,
  type RankedSuggestions,
  type Suggestions,
  type VersionSelector,
  type CallToolCall,
  type CompleteCall,
  type GetPromptCall,
  type Interceptor,
  type InterceptorEntry,
  type ListPromptsCall,
  type ListToolsCall,
  type ListResourcesCall,
  type ListResourceTemplatesCall,
  type ReadResourceCall,
  type SubscribeCall,
  type Next,
  onCallTool,
  onComplete,
  onGetPrompt,
  onListPrompts,
  onReadResource,
  type Answer,
  type Call,
  type InterceptorHandler,
} from './api/calls.js';
export { Complete } from './definition/completers.js';
export {
  type Auth,
  type CallOptions,
  type Client,
  type CompletionContext,
  type ContextBag,
  type ElicitOptions,
  type AuthInput,
  type LogLevel,
  type RepeatedArgument,
  RequestContext,
  type TraceContext,
  type DefinitionInfo,
} from './api/context.js';
export { type BindingOptions, defineClass } from './definition/define-class.js';
export type { BoundInterceptor, Definition, Requirement, DataArg } from './definition/definition.js';
export { DefinitionError, type DefinitionFault } from './definition-error.js';
export {
  type ArgumentFault,
  InputRequiredError,
  InternalError,
  InvalidArgumentsError,
  InsufficientScopeError,
  InvalidCursorError,
  type KindName,
  NotFoundError,
  type NotFoundErrorOptions,
  RequestError,
  type RequestErrorOptions,
  TimeoutError,
} from './errors.js';
export { audio, embed, type EmbedOptions, image, type MediaOptions, type MediaSource } from './messages/media.js';
export {
  type ContentOptions,
  link,
  text,
  type TextValue,
  type InterpolationRule,
  assistant,
  type Example,
  fewShot,
  type Content,
  type MessageFactory,
  user,
  conversation,
} from './messages/messages.js';
export type { PromptsAsTools } from './prompt-tools/prompt-tools.js';
export type { ClientProfile, HostProfileOptions, HostProfiles, ContentType, Host } from './clients/client-profile.js';
export {
  type InvisibleText,
  type Fenceable,
  Trusted,
  trusted,
  Untrusted,
  untrusted,
  type UntrustedOptions,
} from './messages/untrusted.js';
export {
  isTool,
  Tool,
  defineTool,
  type ToolClass,
  type ToolHandler,
  type ToolOptions,
  type ToolOutput,
  type DataTool,
} from './tool/tool.js';
export type { DeclaredOutput } from './tool/structured-output.js';
export type { Tools } from './runtime/tools.js';
export {
  isPrompt,
  Prompt,
  definePrompt,
  type PromptClass,
  type PromptHandler,
  type DataPrompt,
  type PromptOptions,
} from './prompt/prompt.js';
export type { PromptOutput } from './output/output.js';
export { type DefinitionOptions, isLabel, isVersion } from './definition/definition-options.js';
export type { HandlerDecorator, HandlerFunction, MethodArguments, MethodName } from './definition/method-handlers.js';
// `Prompt`, `Tool` and `Resource` are the names of the decorators, so the protocol types with these names are exported
// as `ListedPrompt`, `ListedTool` and `ListedResource`.
export type {
  Annotations,
  AudioContent,
  BlobResourceContents,
  CallToolParams,
  CallToolResult,
  CompleteParams,
  CompleteResult,
  ContentBlock,
  ElicitRequest,
  ElicitResult,
  EmbeddedResource,
  EmptyResult,
  FormField,
  GetPromptParams,
  GetPromptResult,
  Icon,
  ImageContent,
  ListPromptsParams,
  ListPromptsResult,
  ListResourcesParams,
  ListResourcesResult,
  ListResourceTemplatesParams,
  ListResourceTemplatesResult,
  ListToolsParams,
  ListToolsResult,
  Prompt as ListedPrompt,
  PromptArgument,
  PromptMessage,
  ReadResourceParams,
  ReadResourceResult,
  Resource as ListedResource,
  ResourceContents,
  ResourceLink,
  ResourceTemplate,
  Role,
  SubscribeParams,
  TextContent,
  TextResourceContents,
  TitledValue,
  Tool as ListedTool,
  ToolAnnotations,
} from './protocol.js';
export {
  definePack,
  isRegistryEntry,
  type MountedPack,
  mount,
  type MountOptions,
  Pack,
  type PackOptions,
  type RegistryEntry,
} from './registry/pack.js';
export { ListenerQueue } from './listener-queue.js';
export { type NamedDefinitions, Registry, type RegistryOptions } from './registry/registry.js';
export { fromServices } from './injection/services.js';
export { byClient, byLabel, byPercentage, type Percentage } from './registry/select.js';
export type { VisibilityOptions, VisibleTest } from './definition/visibility.js';
export type { ConstructionFault, Resolver, Invocation } from './api/resolver.js';
export {
  isResource,
  Resource,
  type DataResource,
  defineResource,
  type AnyResourceClass,
  type ListPosition,
  type ResourceClass,
  type ResourceHandler,
  type ResourceInstance,
  type ResourceInstances,
  type ResourceOutput,
  type ResourceOptions,
} from './resource/resource.js';
export { type ListOptions, ResourceReader } from './resource/resource-reader.js';
export { expandUri, type VariableValue, type VariableValues } from './resource/template-parts.js';
export { ResourceUpdates } from './updates/resource-updates.js';
export { ANY_SIZE, ANY_TIME, limit, type LimitOptions, type LimitRange, type Limits } from './limits.js';
export { type Logger, stderr as stderrLogger, SafeLogger } from './logging/logger.js';
export { type Meter, Monitor } from './logging/monitor.js';
export {
  functionOf,
  hasMethods,
  oneOf,
  OptionKind,
  PLAIN_OBJECT,
  BOOLEAN,
  type OptionKinds,
  validateOptions,
} from './text/option-kinds.js';
export { nearest } from './text/nearest.js';
export { promptResultIn } from './prompt/prompt-result.js';
export { Runtime, type ServedRuntime, type RuntimeMethod } from './runtime/runtime.js';
export type { RuntimeOptions } from './runtime/runtime-options.js';
export type { Prompts } from './runtime/prompts.js';
export type { Resources } from './runtime/resources.js';
export type { ResourceSubscriptions } from './resource/resource-subscriptions.js';
export { type FaultId, sectionOf, type WarningId } from './troubleshooting.js';
export type { Awaitable, Class, InjectableClass, ServiceToken } from './types.js';
