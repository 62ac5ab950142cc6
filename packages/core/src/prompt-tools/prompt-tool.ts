import type { ClassKind } from '../definition/kind.js';
import { isDialogue, promptForClient, SPEAKERS } from '../prompt/prompt-result.js';
import { PROMPT } from '../prompt/prompt.js';
import type {
  CallToolResult,
  ContentBlock,
  GetPromptResult,
  ListPromptsResult,
  ListToolsResult,
  PromptMessage,
  Tool,
} from '../protocol.js';
import { inputSchemaOf, TOOL } from '../tool/tool.js';

/** The `_meta` key of the prompt that a tool stands for. */
const PROMPT_KEY = 'dev.cuecard/prompt';

const USE = 'Returns the messages of a prompt: follow them as if the user had written them.';

const annotations = { readOnlyHint: true };

/** Prompts as tools: listed as tools, rendered as prompts. */
export const PROMPT_TOOL: ClassKind<GetPromptResult, ListToolsResult> = {
  ...PROMPT,
  methods: { list: TOOL.methods.list, call: PROMPT.methods.call },
  entryOf: ({ name, title, description, icons, _meta }, plan, _specifics, samples): Tool => {
    const { 'dev.cuecard/schema': _schema, ...meta } = _meta ?? {};
    return {
      name,
      ...(title !== undefined && { title }),
      description: description === undefined ? USE : `${sentence(description)} ${USE}`,
      ...(icons !== undefined && { icons }),
      inputSchema: inputSchemaOf(plan, samples),
      annotations,
      _meta: { ...meta, [PROMPT_KEY]: name },
    };
  },
  listedAs: TOOL.listedAs,
  page: TOOL.page,
  forClient: (result, client, clients) => promptForClient(result, client, clients, 'tools'),
};

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * The messages of a prompt as the content of a tool result. If there are several speakers, each is named. Adjacent text
 * blocks become one, because some hosts put nothing in between.
 */
export function promptToolResult({ messages, _meta }: GetPromptResult): CallToolResult {
  const areNamed = isDialogue(messages);
  const content: ContentBlock[] = [];
  for (const block of messages.flatMap((message) => (areNamed ? withSpeaker(message) : [message.content]))) {
    const last = content.at(-1);
    if (last?.type === 'text' && block.type === 'text' && isPlain(last) && isPlain(block))
      content.splice(-1, 1, { ...last, text: `${last.text}\n\n${block.text}` });
    else content.push(block);
  }
  return { content, ...(_meta !== undefined && { _meta }) };
}

/** Whether a text block has no metadata, such as an audience, which another block must not inherit. */
function isPlain({ annotations: hints, _meta }: ContentBlock): boolean {
  return hints === undefined && _meta === undefined;
}

function withSpeaker({ role, content }: PromptMessage): ContentBlock[] {
  const speaker = SPEAKERS[role];
  if (content.type === 'text') return [{ ...content, text: `${speaker}\n${content.text}` }];
  return [{ type: 'text', text: speaker }, content];
}

/** How a model calls a prompt. */
export interface PromptToolCall {
  readonly tool: string;
  /** The name of the prompt, if the tool gets every prompt. */
  readonly prompt?: string;
}

/**
 * A message for the host's model if a prompt cannot be rendered with the host's placeholders: to call the prompt as a
 * tool, after the user has typed the arguments.
 */
export function deferral({ tool, prompt }: PromptToolCall, args: Readonly<Record<string, unknown>>): GetPromptResult {
  const inputs = prompt === undefined ? 'these arguments' : `the name "${prompt}" and these arguments`;
  const texts = Object.entries(args).filter(([, value]) => typeof value === 'string');
  const text = [
    `Call the tool "${tool}" with ${inputs}, without those that are empty, and follow what it returns:`,
    ...texts.map(([name, value]) => `- ${name}: ${value as string}`),
  ].join('\n');
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

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
