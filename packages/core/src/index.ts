// The public API, by hand. What is not named here may change in any release.
export { Arg, type ArgOptions, type ArgType } from './arguments/arg.js';
export type { ArgDefinition } from './arguments/arg-definition.js';
export { Complete, type Completer, type FinishedSuggestions, type Suggestions } from './completion/complete.js';
export type { CallOptions, Client, CompletionContext, PromptContext } from './context.js';
export { type DataArg, type DataPrompt, definePrompt } from './define-prompt.js';
export type { PromptDefinition } from './definition.js';
export {
  type ArgumentFault,
  type DefinitionFault,
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
  EmbeddedResource,
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
export { type PromptEntry, PromptRegistry } from './registry.js';
export { type ConstructionFault, type PromptResolver } from './resolver.js';
export { type ListOptions, ResourceReader } from './resources/resource-reader.js';
export type { Limits, PromptLimits } from './limits.js';
export type { PromptLogger } from './logger.js';
export { PromptRuntime } from './runtime.js';
export type { PromptRuntimeOptions } from './runtime-options.js';
export type { ServedResources } from './resources/served-resources.js';
export type { ResourceSubscriptions } from './resources/resource-subscriptions.js';
export { type Fenceable, Trusted, trusted, Untrusted, untrusted, type UntrustedOptions } from './messages/untrusted.js';
export type { Awaitable, Class, InjectableClass } from './types.js';
