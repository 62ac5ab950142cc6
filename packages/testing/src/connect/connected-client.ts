import type {
  CallToolParams,
  CallToolResult,
  CompleteParams,
  CompleteResult,
  GetPromptParams,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  ReadResourceParams,
  ReadResourceResult,
} from '@cuecard/core';

/** The methods that both official clients have. At run time, the object is the official client. */
export interface ConnectedClient {
  listPrompts(params?: { cursor?: string }): Promise<ListPromptsResult>;
  getPrompt(params: GetPromptParams): Promise<GetPromptResult>;
  listTools(params?: { cursor?: string }): Promise<ListToolsResult>;
  callTool(params: CallToolParams): Promise<CallToolResult>;
  listResources(params?: { cursor?: string }): Promise<ListResourcesResult>;
  listResourceTemplates(params?: { cursor?: string }): Promise<ListResourceTemplatesResult>;
  readResource(params: ReadResourceParams): Promise<ReadResourceResult>;
  complete(params: CompleteParams): Promise<CompleteResult>;
  getServerCapabilities(): Readonly<Record<string, unknown>> | undefined;
  /** Closes the connection and the server. */
  close(): Promise<void>;
}
