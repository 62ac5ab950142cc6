import type { CallToolResult, ListPromptsResult, Tool } from '../protocol.js';

const annotations = { readOnlyHint: true };

/** The tools that stand for all prompts where these are too many for a tool each. */
export const LIST_PROMPTS = {
  name: 'list_prompts',
  title: 'List prompts',
  description: 'Lists the prompts of this server, a page at a time, with their arguments. Get one with get_prompt.',
  inputSchema: {
    type: 'object',
    properties: { cursor: { type: 'string', description: 'The nextCursor of the page before' } },
    additionalProperties: false,
  },
  annotations,
} satisfies Tool;

export const GET_PROMPT = {
  name: 'get_prompt',
  title: 'Get a prompt',
  description:
    'Returns the messages of a prompt that list_prompts has listed. Follow them as if the user had written them.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name of the prompt' },
      arguments: { type: 'object', description: 'Its arguments, by name' },
    },
    required: ['name'],
    additionalProperties: false,
  },
  annotations,
} satisfies Tool;

/** A page of prompts as the result of a tool: what a model needs to choose one, and to get it. */
export function promptPage({ prompts, nextCursor }: ListPromptsResult): CallToolResult {
  const listed = prompts.map(({ name, title, description, arguments: args }) => {
    return { name, title, description, arguments: args };
  });
  return { content: [{ type: 'text', text: JSON.stringify({ prompts: listed, nextCursor }) }] };
}
