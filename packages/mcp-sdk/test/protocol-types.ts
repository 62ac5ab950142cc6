import type * as cuecard from '@cuecard/core';
import type * as v2 from '@modelcontextprotocol/client';
import type * as v1 from '@modelcontextprotocol/sdk/types.js';

// Compiled, but never run: core's protocol types must fit both official SDKs' types, in the direction of the values.
type Fits<Given extends Taken, Taken> = [Given, Taken];

export type Results = [
  Fits<cuecard.ListPromptsResult, v1.ListPromptsResult>,
  Fits<cuecard.GetPromptResult, v1.GetPromptResult>,
  Fits<cuecard.CompleteResult, v1.CompleteResult>,
  Fits<cuecard.ListResourcesResult, v1.ListResourcesResult>,
  Fits<cuecard.ListResourceTemplatesResult, v1.ListResourceTemplatesResult>,
  Fits<cuecard.ReadResourceResult, v1.ReadResourceResult>,
  Fits<cuecard.ListToolsResult, v1.ListToolsResult>,
  Fits<cuecard.CallToolResult, v1.CallToolResult>,
  Fits<cuecard.ListToolsResult, v2.ListToolsResult>,
  Fits<cuecard.CallToolResult, v2.CallToolResult>,
  Fits<cuecard.ListPromptsResult, v2.ListPromptsResult>,
  Fits<cuecard.GetPromptResult, v2.GetPromptResult>,
  Fits<cuecard.CompleteResult, v2.CompleteResult>,
  Fits<cuecard.ListResourcesResult, v2.ListResourcesResult>,
  Fits<cuecard.ListResourceTemplatesResult, v2.ListResourceTemplatesResult>,
  Fits<cuecard.ReadResourceResult, v2.ReadResourceResult>,
];

export type Questions = [
  Fits<cuecard.ElicitRequest, v1.ElicitRequestFormParams>,
  Fits<cuecard.ElicitRequest, v2.ElicitRequestFormParams>,
  Fits<cuecard.FormField, v1.PrimitiveSchemaDefinition>,
  Fits<cuecard.FormField, v2.PrimitiveSchemaDefinition>,
  // The results that clients send.
  Fits<v1.ElicitResult, cuecard.ElicitResult>,
  Fits<v2.ElicitResult, cuecard.ElicitResult>,
];

// The SDK's own types allow any value for these two.
type CacheScope = NonNullable<cuecard.ListPromptsResult['cacheScope']>;
export type Caching = [Fits<CacheScope, v2.CacheScope>, Fits<v2.CacheScope, CacheScope>];

export type Content = [Fits<cuecard.ContentBlock, v1.ContentBlock>, Fits<cuecard.ContentBlock, v2.ContentBlock>];

// @ts-expect-error a role that the specification does not have
export type NoSystem = Fits<{ role: 'system'; content: cuecard.TextContent }, cuecard.PromptMessage>;

// `name` and `title` of contents occur in the specification's examples, but not in the SDKs' schemas.
type Named = { uri: string; name: string; title: string; mimeType: string; text: string };
export type NamedContents = [
  Fits<Named, cuecard.TextResourceContents>,
  Fits<cuecard.TextResourceContents, v1.TextResourceContents>,
  Fits<cuecard.BlobResourceContents, v1.BlobResourceContents>,
  Fits<cuecard.TextResourceContents, v2.TextResourceContents>,
  Fits<cuecard.BlobResourceContents, v2.BlobResourceContents>,
  Fits<cuecard.EmbeddedResource, v1.EmbeddedResource>,
  Fits<cuecard.EmbeddedResource, v2.EmbeddedResource>,
];

// @ts-expect-error a title that is not a string
export type NoTitle = Fits<Omit<Named, 'title'> & { title: number }, cuecard.TextResourceContents>;
