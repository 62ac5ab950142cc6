import type { Schema } from '@cuecard/testing/contract';
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
  ArgumentFault,
} from '@cuecard/core';
import type { CommonOptions } from '../session/session.js';
import { Problem } from '../outcome/problem.js';

/** A prompt, tool, resource or template of a server. */
export interface Offered {
  readonly kind: KindName;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** The URI of a resource, or its template. */
  readonly uri?: string;
  /** Its arguments, in the order in which the server lists them. */
  readonly schema: Schema;
  /** Whether a call changes nothing. */
  readonly isReadOnly: boolean;
}

/** Called with the progress of a tool. */
type OnProgress = NonNullable<CallOptions['progress']>;

/** A server: the project in this process, or another server. */
export interface Peer {
  /** All pages of a list. */
  list(kind: KindName): Promise<readonly Offered[]>;
  getPrompt(params: GetPromptParams): Promise<GetPromptResult>;
  /** @param onProgress called when the tool reports progress */
  callTool(params: CallToolParams, onProgress: OnProgress): Promise<CallToolResult>;
  readResource(params: ReadResourceParams): Promise<ReadResourceResult>;
  complete(params: CompleteParams): Promise<CompleteResult>;
  close(): Promise<void>;
}

/** The options of commands that connect to a server. */
export interface PeerOptions extends CommonOptions {
  /** The address of the server, instead of the project. */
  readonly url?: string;
  /** Headers to send to it, as `name: value`. */
  readonly header?: readonly string[];
  /** Whether the words after `--` start the server, instead of the project. */
  readonly stdio?: boolean;
}

/** Turns an error of the protocol into a problem. Returns other errors as they are. */
export function refusalOf(error: unknown): unknown {
  const { code, message, data } = Object(error) as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly data?: unknown;
  };
  if (typeof code !== 'number' || typeof message !== 'string') return error;
  const { errors = [] } = Object(data) as { readonly errors?: readonly ArgumentFault[] };
  const details = errors.map((each) => `  ${each.message}${each.expected === undefined ? '' : `: ${each.expected}`}`);
  const [summary = ''] = message.replace(/^MCP error -?\d+: /, '').split('\n');
  return new Problem({
    code: 'refused',
    summary: summary === '' ? 'The server rejected the request' : summary,
    ...(details.length > 0 && { why: details.join('\n') }),
    meta: { code, ...(data !== undefined && { data }) },
    cause: error,
  });
}
