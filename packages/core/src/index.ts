// The public API, by hand. What is not named here may change in any release.
export { Arg, type ArgOptions } from './arg.js';
export type { ArgDefinition } from './arg-definition.js';
export type { CallOptions, PromptContext } from './context.js';
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
export { type PromptLimits, type PromptLogger, PromptRuntime, type PromptRuntimeOptions } from './runtime.js';
export type { Awaitable, Class } from './types.js';
