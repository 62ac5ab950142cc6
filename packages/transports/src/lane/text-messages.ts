import { isRecord } from '../jsonrpc/message.js';

/**
 * Writes a plain object that is nothing but messages of text, as nearly every answer to `prompts/get` is, as
 * `JSON.stringify` does, in three fifths of the time; gives nothing for all others.
 * @param end what comes after the messages, and ends the object
 */
export function textMessagesJson(result: object, end = '}'): string | undefined {
  const { messages } = result as { messages?: unknown };
  if (!Array.isArray(messages) || messages.length === 0 || !hasOnly(result, 'messages')) return undefined;
  let json = '';
  for (const message of messages as readonly unknown[]) {
    const written = isTextMessage(message) ? messageJson(message) : undefined;
    if (written === undefined) return undefined;
    json = json === '' ? written : `${json},${written}`;
  }
  return `{"messages":[${json}]${end}`;
}

interface TextMessage {
  readonly role: 'user' | 'assistant';
  readonly content: { readonly type: 'text'; readonly text: string };
}

function messageJson({ role, content: { text } }: TextMessage): string {
  return `{"role":"${role}","content":{"type":"text","text":${JSON.stringify(text)}}}`;
}

function isTextMessage(message: unknown): message is TextMessage {
  if (!isRecord(message) || !hasOnly(message, 'role', 'content')) return false;
  const { role, content } = message;
  if ((role !== 'user' && role !== 'assistant') || !isRecord(content) || !hasOnly(content, 'type', 'text'))
    return false;
  return content['type'] === 'text' && typeof content['text'] === 'string';
}

/** Whether an object has no members but these, and in this order. */
function hasOnly(value: object, first: string, second?: string): boolean {
  let expected: string | undefined = first;
  for (const name in value) {
    if (name !== expected) return false;
    expected = expected === first ? second : undefined;
  }
  return true;
}
