// The public API, by hand. What is not named here may change in any release.
export { Arg, type ArgOptions, type ArgType } from './arg.js';
export type { ArgDefinition } from './arg-definition.js';
export { Complete, type Completer, type FinishedSuggestions, type Suggestions } from './complete.js';
export type { CallOptions, CompletionContext, PromptContext } from './context.js';
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
  ResourceNotFoundError,
  UnknownPromptError,
} from './errors.js';
export { assistant, text, user } from './messages.js';
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
  Prompt as ListedPrompt,
  PromptArgument,
  PromptMessage,
  Resource,
  ResourceContents,
  ResourceLink,
  Role,
  TextContent,
  TextResourceContents,
} from './protocol.js';
export { type PromptEntry, PromptRegistry } from './registry.js';
export { type ConstructionFault, type PromptResolver } from './resolver.js';
export { ResourceReader } from './resource-reader.js';
export type { Limits, PromptLimits } from './limits.js';
export type { PromptLogger } from './logger.js';
export { PromptRuntime } from './runtime.js';
export type { PromptRuntimeOptions } from './runtime-options.js';
export type { Awaitable, Class, InjectableClass } from './types.js';
