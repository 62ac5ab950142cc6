import type { GetPromptResult } from '../protocol.js';

/** How a model calls a prompt. */
export interface ToolCall {
  readonly tool: string;
  /** The name of the prompt, if the tool gets every prompt. */
  readonly prompt?: string;
}

/**
 * The answer for a host that requests a prompt with placeholders, if the prompt cannot be rendered with them: its model
 * calls the prompt as a tool, once the user has typed the arguments.
 */
export function deferral({ tool, prompt }: ToolCall, given: Readonly<Record<string, unknown>>): GetPromptResult {
  const whose = prompt === undefined ? 'these arguments' : `the name "${prompt}" and these arguments`;
  const texts = Object.entries(given).filter(([, value]) => typeof value === 'string');
  const text = [
    `Call the tool "${tool}" with ${whose}, without those that are empty, and follow what it returns:`,
    ...texts.map(([name, value]) => `- ${name}: ${value as string}`),
  ].join('\n');
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
