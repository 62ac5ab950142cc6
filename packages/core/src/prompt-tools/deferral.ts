import type { GetPromptResult } from '../protocol.js';

/**
 * What a host gets that asks for a prompt with placeholders, if the prompt cannot be rendered with them: its model calls
 * the prompt as a tool, once the user has typed the arguments.
 */
export function deferral(tool: string, given: Readonly<Record<string, unknown>>): GetPromptResult {
  const args = Object.entries(given).map(([name, value]) => `- ${name}: ${String(value)}`);
  const text = [
    `Call the tool "${tool}" with these arguments, without those that are empty, and follow what it returns:`,
    ...args,
  ].join('\n');
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
