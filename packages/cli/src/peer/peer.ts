import type { ArgumentSchema } from '../arguments/argument-schema.js';
import type {
  CallOptions,
  CallToolParams,
  CallToolResult,
  CompleteParams,
  CompleteResult,
  GetPromptParams,
  GetPromptResult,
  KindName,
  ReadResourceParams,
  ReadResourceResult,
} from '@cuecard/core';

/** A prompt, tool, resource or template of a server. */
export interface Offered {
  readonly kind: KindName;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** The URI of a resource, or its template. */
  readonly uri?: string;
  /** Its arguments, in the order in which the server lists them. */
  readonly schema: ArgumentSchema;
  /** Whether a call changes nothing. */
  readonly isReadOnly: boolean;
}

/** Takes what a tool says of its progress. */
type OnProgress = NonNullable<CallOptions['progress']>;

/** A server: that of the project, in this process, or any other one. */
export interface Peer {
  /** All pages of a list. */
  list(kind: KindName): Promise<readonly Offered[]>;
  getPrompt(params: GetPromptParams): Promise<GetPromptResult>;
  /** @param onProgress hears how far the tool is, if it says so */
  callTool(params: CallToolParams, onProgress: OnProgress): Promise<CallToolResult>;
  readResource(params: ReadResourceParams): Promise<ReadResourceResult>;
  complete(params: CompleteParams): Promise<CompleteResult>;
  close(): Promise<void>;
}
