import type { CompleteParams, GetPromptParams, ListPromptsParams, PromptRuntime } from '@cuecard/core';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  RequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

// The SDK's own request schemas answer a wrong argument with -32603 and its parser's report. These look at the method
// only; what `params` holds is for the runtime to judge.
const ListPrompts = RequestSchema.extend({ method: ListPromptsRequestSchema.shape.method });
const Complete = RequestSchema.extend({ method: CompleteRequestSchema.shape.method });
const GetPrompt = RequestSchema.extend({ method: GetPromptRequestSchema.shape.method });

/**
 * Makes a low-level SDK server answer the prompt methods from a runtime, and tell its client when the list changes.
 * Bind before the server is connected.
 * @returns the function that ends the change notices; call it when the server's connection has closed
 */
export function bindRuntime(server: Server, runtime: PromptRuntime): () => void {
  server.registerCapabilities({ prompts: { listChanged: true }, completions: {} });
  server.setRequestHandler(ListPrompts, ({ params }) => runtime.list(params as ListPromptsParams | undefined));
  server.setRequestHandler(GetPrompt, ({ params }, { signal }) => runtime.get(params as GetPromptParams, { signal }));
  server.setRequestHandler(Complete, ({ params }, { signal }) =>
    runtime.complete(params as CompleteParams, { signal }),
  );
  return runtime.onListChanged(() => {
    // Before the handshake there is nobody who could know an older list.
    if (server.getClientVersion() === undefined) return;
    server.sendPromptListChanged().catch((error: unknown) => server.onerror?.(error as Error));
  });
}
