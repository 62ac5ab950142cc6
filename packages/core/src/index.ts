// The public API, by hand. What is not named here may change in any release.
export { Arg, type ArgOptions, type ArgType } from './arguments/arg.js';
export type { ArgDefinition } from './arguments/arg-definition.js';
export { AnswerAwaitedError } from './asking/answer-awaited-error.js';
export { showsForms } from './asking/askable.js';
export { Complete, type Completer, type FinishedSuggestions, type Suggestions } from './completion/complete.js';
export {
  type Auth,
  type CallOptions,
  type Client,
  type CompletionContext,
  type ContextBag,
  type LogLevel,
  PromptContext,
  type TraceContext,
} from './context.js';
export { type DataArg, type DataPrompt, definePrompt } from './define-prompt.js';
export type { BoundInterceptor, PromptDefinition, Requirement } from './definition.js';
export {
  type ArgumentFault,
  type DefinitionFault,
  InputRequiredError,
  InvalidArgumentsError,
  InvalidCursorError,
  PromptDefinitionError,
  PromptError,
  type PromptErrorOptions,
  PromptRenderError,
  PromptTimeoutError,
  ResourceError,
  ResourceNotFoundError,
  UnknownPromptError,
} from './errors.js';
export {
  type CompleteCall,
  type GetCall,
  type Interceptor,
  type InterceptorEntry,
  type ListCall,
  type Next,
  onComplete,
  onGet,
  onList,
  type PromptAnswer,
  type PromptCall,
  type PromptInterceptor,
} from './interception/interceptor.js';
export { embed, type EmbedOptions } from './messages/embed.js';
export { audio, image, type MediaOptions } from './messages/media.js';
export type { MediaSource } from './messages/media-source.js';
export { type ContentOptions, link, text, type TextValue } from './messages/content.js';
export { conversation } from './messages/conversation.js';
export type { ContentType } from './output/degradation.js';
export type { InterpolationRule } from './messages/interpolation.js';
export type { InvisibleText } from './messages/invisible-text.js';
export { assistant, type Example, fewShot, type Said, type Speaker, user } from './messages/messages.js';
export { Prompt, type PromptClass, type PromptHandler, type PromptOptions, type PromptOutput } from './prompt.js';
// `Prompt` is the decorator; the specification's type of that name is `ListedPrompt` here.
export type {
  Annotations,
  AudioContent,
  BlobResourceContents,
  CompleteParams,
  CompleteResult,
  ContentBlock,
  ElicitRequest,
  ElicitResult,
  EmbeddedResource,
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
  Prompt as ListedPrompt,
  PromptArgument,
  PromptMessage,
  ReadResourceParams,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceLink,
  ResourceTemplate,
  Role,
  TextContent,
  TextResourceContents,
} from './protocol.js';
export { type MountedPack, mount, type MountOptions } from './packs/mount.js';
export { definePack, type PackOptions, type PromptPack } from './packs/pack.js';
export { type PromptEntry, PromptRegistry, type RegistryOptions } from './registry.js';
export type { NamedPrompts } from './definition-index.js';
export { fromServices } from './services.js';
export { byClient, byLabel, byPercentage, type PromptSelector } from './versions/select.js';
export type { VisibilityOptions, VisibleTest } from './visibility.js';
export { type ConstructionFault, type PromptResolver } from './resolver.js';
export { type ListOptions, ResourceReader } from './resources/resource-reader.js';
export { ANY_SIZE, ANY_TIME, limit, type LimitRange } from './limit.js';
export type { Limits, PromptLimits } from './limits.js';
export type { PromptLogger } from './logger.js';
export { PromptRuntime } from './runtime.js';
export type { PromptRuntimeOptions } from './runtime-options.js';
export type { ServedResources } from './resources/served-resources.js';
export type { ResourceSubscriptions } from './resources/resource-subscriptions.js';
export { type Fenceable, Trusted, trusted, Untrusted, untrusted, type UntrustedOptions } from './messages/untrusted.js';
export type { Awaitable, Class, InjectableClass, ServiceToken } from './types.js';
