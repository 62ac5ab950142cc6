import { text, type TextValue, toText } from './content.js';
import { noteInterpolated } from './interpolation.js';
import { itemsOf } from './items.js';
import { forgetAll } from '../pending.js';
import type { ContentBlock, PromptMessage, Role } from '../protocol.js';
import { LIST } from '../text/option-kinds.js';
import { literalsOf } from './template.js';

/** The content of one message: a text, or a block of any type. */
export type Said = TextValue | ContentBlock;

/** Creates messages of one role, as a function or as a template tag. */
export interface Speaker {
  /** Creates one message. */
  (content: Said): PromptMessage;
  /** Creates one message, whose text does not have the indentation of the source. */
  (strings: TemplateStringsArray, ...values: readonly TextValue[]): PromptMessage;
  /** Creates a message for each block, and for each text between blocks. */
  (strings: TemplateStringsArray, ...values: readonly Said[]): PromptMessage[];
  // After the templates, which are arrays too.
  /** Creates a message for each content: an MCP message has only one. */
  (contents: readonly Said[]): PromptMessage[];
}

/** Creates user messages: `user('…')`, or user`…`. */
export const user = speakerOf('user');

/** Creates assistant messages: examples of answers, or the beginning of the answer. */
export const assistant = speakerOf('assistant');

/** One turn of a conversation that shows how to answer. */
export interface Example {
  readonly user: Said;
  readonly assistant: Said;
}

/** Turns examples of how to answer into a conversation (few-shot prompting). */
export function fewShot(examples: readonly Example[]): PromptMessage[] {
  LIST.require('The examples of fewShot()', examples);
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
      forgetAll([content, values]); // If one is refused, the promises of the others are never awaited.
      throw refusal;
    }
  };
  return speak as Speaker;
}

function isTemplate(content: readonly unknown[]): content is TemplateStringsArray {
  return 'raw' in content;
}

/** Whether a part is a content block. Other invalid values are reported when they are written. */
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

/** Texts between blocks become messages of their own, so line breaks next to blocks are dropped. */
function withoutEnds(part: string | ContentBlock): string | ContentBlock {
  return typeof part === 'string' ? part.trim() : part;
}
