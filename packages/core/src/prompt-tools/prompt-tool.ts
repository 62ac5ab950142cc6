import type { Definition } from '../definition/definition.js';
import { isDialogue, SPEAKERS } from '../prompt/dialogue.js';
import type { CallToolResult, ContentBlock, GetPromptResult, PromptMessage, Tool } from '../protocol.js';
import { inputSchemaOf } from '../tool/tool-entry.js';

/** The `_meta` key of the prompt that a tool stands for. */
const PROMPT = 'dev.cuecard/prompt';

const USE = 'Returns the messages of a prompt: follow them as if the user had written them.';

/** The list entry of a prompt as a tool. */
export function promptToolEntry({ entry, arguments: plan, samples }: Definition, name: string): Tool {
  const { title, description, icons, _meta, name: prompt } = entry;
  const { 'dev.cuecard/schema': _schema, ...meta } = _meta ?? {};
  return {
    name,
    ...(title !== undefined && { title }),
    description: description === undefined ? USE : `${sentence(description)} ${USE}`,
    ...(icons !== undefined && { icons }),
    inputSchema: inputSchemaOf(plan, samples),
    annotations: { readOnlyHint: true },
    _meta: { ...meta, [PROMPT]: prompt },
  };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * The messages of a prompt as the content of a tool's result. If several speak, each is named. Adjacent texts become one:
 * some hosts put nothing in between.
 */
export function promptToolResult({ messages, _meta }: GetPromptResult): CallToolResult {
  const areNamed = isDialogue(messages);
  const content: ContentBlock[] = [];
  for (const block of messages.flatMap((message) => (areNamed ? spoken(message) : [message.content]))) {
    const last = content.at(-1);
    if (last?.type === 'text' && block.type === 'text' && isPlain(last) && isPlain(block))
      content.splice(-1, 1, { ...last, text: `${last.text}\n\n${block.text}` });
    else content.push(block);
  }
  return { content, ...(_meta !== undefined && { _meta }) };
}

/** Whether a text has no metadata of its own, such as its audience, which another text must not inherit. */
function isPlain({ annotations, _meta }: ContentBlock): boolean {
  return annotations === undefined && _meta === undefined;
}

function spoken({ role, content }: PromptMessage): ContentBlock[] {
  const speaker = SPEAKERS[role];
  if (content.type === 'text') return [{ ...content, text: `${speaker}\n${content.text}` }];
  return [{ type: 'text', text: speaker }, content];
}
