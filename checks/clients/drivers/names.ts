import type { Client, CompletionCall, PromptCall, ToolCall } from '../client.js';

/** A client whose methods have the names of the specification's. */
interface Named {
  listPrompts(): Promise<unknown>;
  getPrompt(call: PromptCall): Promise<unknown>;
  complete(call: CompletionCall): Promise<unknown>;
  listTools(): Promise<unknown>;
  callTool(call: ToolCall): Promise<unknown>;
  listResources(): Promise<unknown>;
  readResource(call: { readonly uri: string }): Promise<unknown>;
  close(): Promise<void>;
}

/** The methods of such a client. */
export function withNames(client: Named): Client {
  return {
    listPrompts: () => client.listPrompts(),
    getPrompt: (call) => client.getPrompt(call),
    complete: (call) => client.complete(call),
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    listResources: () => client.listResources(),
    readResource: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}
