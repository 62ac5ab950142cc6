import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  RequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

const METHODS = [
  ListPromptsRequestSchema.shape.method,
  GetPromptRequestSchema.shape.method,
  CompleteRequestSchema.shape.method,
  ListResourcesRequestSchema.shape.method,
  ListResourceTemplatesRequestSchema.shape.method,
  ReadResourceRequestSchema.shape.method,
  SubscribeRequestSchema.shape.method,
  UnsubscribeRequestSchema.shape.method,
];

type Extra = Parameters<Parameters<Server['setRequestHandler']>[1]>[1];

type Answer = (params: unknown, extra: Extra) => Promise<object>;

/**
 * Makes a server answer the requests of a method. The SDK's own request schemas answer a wrong argument with -32603 and
 * their parser's report. What stands here looks at the method only; what `params` holds is for the runtime to judge.
 * @throws {TypeError} for a method that the SDK does not have
 */
export function answerRequests(server: Server, name: string, answer: Answer): void {
  const method = METHODS.find(({ value }) => value === name);
  if (method === undefined) throw new TypeError(`The SDK has no method "${name}"`);
  server.setRequestHandler(RequestSchema.extend({ method }), ({ params }, extra) => answer(params, extra));
}
