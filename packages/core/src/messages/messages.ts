import { text, type TextValue, toText } from './content.js';
import { noteInterpolated } from './interpolation.js';
import { itemsOf } from './items.js';
import { forgetAll } from '../pending.js';
import type { ContentBlock, PromptMessage, Role } from '../protocol.js';
import { literalsOf } from './template.js';

/** What one message can say: a text, or a block of any kind. */
export type Said = TextValue | ContentBlock;

/** Makes messages of one role: as a function, or as the tag of a template. */
export interface Speaker {
  /** One message. */
  (content: Said): PromptMessage;
  /** One message, whose text is without the indentation of the source. */
  (strings: TemplateStringsArray, ...values: readonly TextValue[]): PromptMessage;
  /** A message for each block, and for each text between them. */
  (strings: TemplateStringsArray, ...values: readonly Said[]): PromptMessage[];
  // After the templates, which are arrays too.
  /** A message for each of the contents: MCP has one a message. */
  (contents: readonly Said[]): PromptMessage[];
}

/** Says something as the user: `user('…')`, or user`…`. */
export const user = speakerOf('user');

/** Says something as the assistant: an example of how to answer, or the beginning of the answer. */
export const assistant = speakerOf('assistant');

/** One turn of a conversation that shows how to answer. */
export interface Example {
  readonly user: Said;
  readonly assistant: Said;
}

/** Examples of how to answer, as the conversation that they are (few-shot prompting). */
export function fewShot(examples: readonly Example[]): PromptMessage[] {
  try {
    return itemsOf(examples).flatMap((example) => [user(example.user), assistant(example.assistant)]);
  } catch (refusal) {
    forgetAll(examples);
    throw refusal;
  }
}

function speakerOf(role: Role): Speaker {
  const say = (content: Said): PromptMessage => ({ role, content: isBlock(content) ? content : text(content) });
  const speak = (content: Said | readonly Said[] | TemplateStringsArray, ...values: readonly Said[]) => {
    try {
      if (!Array.isArray(content)) return say(content as Said);
      return isTemplate(content) ? sayTemplate(content, values, say) : itemsOf(content as readonly Said[]).map(say);
    } catch (refusal) {
      forgetAll([content, values]); // Where one is refused, nobody waits for what the others promise.
      throw refusal;
    }
  };
  return speak as Speaker;
}

function isTemplate(content: readonly unknown[]): content is TemplateStringsArray {
  return 'raw' in content;
}

/** A block among what is said; whatever else is no text is a mistake, and told when it is written. */
function isBlock(content: Said): content is ContentBlock {
  return typeof content === 'object' && content !== null && 'type' in content;
}

function sayTemplate(strings: TemplateStringsArray, values: readonly Said[], say: (content: Said) => PromptMessage) {
  const literals = literalsOf(strings);
  const parts: (string | ContentBlock)[] = [literals[0] ?? ''];
  for (const [index, value] of values.entries()) {
    const next = literals[index + 1] ?? '';
    if (isBlock(value)) parts.push(value, next);
    else parts.push(`${parts.pop() as string}${toText(value)}${next}`);
  }
  const isOne = parts.length === 1;
  const said = isOne ? parts : parts.map(withoutEnds).filter((part) => part !== '');
  const messages = said.map(say);
  const [first] = messages;
  const raw = values.filter((value) => typeof value === 'string');
  if (first !== undefined && raw.length > 0) noteInterpolated(first, raw);
  return isOne ? first : messages;
}

/** The texts between blocks are messages of their own, and their line breaks at the blocks mean nothing. */
function withoutEnds(part: string | ContentBlock): string | ContentBlock {
  return typeof part === 'string' ? part.trim() : part;
}
