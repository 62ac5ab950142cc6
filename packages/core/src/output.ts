import { user } from './messages.js';
import type { PromptOutput } from './prompt.js';
import type { ContentBlock, GetPromptResult, PromptMessage } from './protocol.js';

/** Thrown when `render` returned what no client could read; it says which message is wrong, and how to mend it. */
export class OutputFault extends Error {
  override readonly name = 'OutputFault';
}

/**
 * Makes a result of whatever `render` returned.
 * @throws {OutputFault} for anything that the specification has no place for
 */
export function toResult(output: PromptOutput): GetPromptResult {
  if (isFullResult(output)) return { ...output, messages: output.messages.map(toMessage) };
  if (output === undefined || output === null) {
    throw new OutputFault('returned nothing: return a string, a message, an array of them or a full result');
  }
  return { messages: Array.isArray(output) ? output.map(toMessage) : [toMessage(output as PromptMessage, 0)] };
}

function isFullResult(output: PromptOutput): output is GetPromptResult {
  return typeof output === 'object' && output !== null && 'messages' in output && Array.isArray(output.messages);
}

function toMessage(message: unknown, index: number): PromptMessage {
  if (typeof message === 'string') return user(message);
  if (!isRecord(message))
    throw new OutputFault(`returned ${kindOf(message)} as message ${index}: use user(…) or assistant(…)`);
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') {
    throw new OutputFault(
      `gave message ${index} the role ${JSON.stringify(role)}: MCP has only "user" and "assistant"`,
    );
  }
  const fault = contentFault(content);
  if (fault !== undefined) throw new OutputFault(`gave message ${index} ${fault}`);
  return message as PromptMessage;
}

/** The members that each kind of content must have, all of them strings. */
const MEMBERS: { readonly [Type in ContentBlock['type']]: readonly string[] } = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
  resource: [],
};

function contentFault(content: unknown): string | undefined {
  if (Array.isArray(content)) return 'several contents: MCP has one a message, so return several messages';
  if (!isRecord(content)) return `${kindOf(content)} as its content: use text(…), or user("…") for the whole message`;
  const { type } = content;
  if (typeof type !== 'string' || !Object.hasOwn(MEMBERS, type))
    return `content of the unknown type ${JSON.stringify(type)}`;
  const missing = MEMBERS[type as ContentBlock['type']].find((member) => typeof content[member] !== 'string');
  if (missing !== undefined) return `content of type "${type}" without a string as its "${missing}"`;
  return type === 'resource' ? resourceFault(content['resource']) : undefined;
}

function resourceFault(resource: unknown): string | undefined {
  if (!isRecord(resource) || typeof resource['uri'] !== 'string') return 'an embedded resource without a "uri"';
  const hasContents = typeof resource['text'] === 'string' || typeof resource['blob'] === 'string';
  return hasContents ? undefined : 'an embedded resource with neither "text" nor "blob"';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
