import { normalizeFences } from '@cuecard/testing/contract';
import type { ContentBlock, PromptMessage } from '@cuecard/core';
import type { View } from '../api.js';

export type Entry = NonNullable<View['entry']>;

/** The result or error of a call. */
export type Outcome = Pick<View, 'result' | 'error'>;

/** The differences between the entry of a host and the plain entry, as text. */
export function entryChanges(plain: Entry, shown: Entry): string[] {
  const [before, after] = [plain['description'], shown['description']];
  const isCut = typeof before === 'string' && typeof after === 'string' && after.length < before.length;
  const required = new Set(requiredNames(shown));
  const freed = 'arguments' in shown ? requiredNames(plain).filter((name) => !required.has(name)) : [];
  return [
    ...removedMembers(plain, shown),
    ...(isCut ? [`the description is cut to ${after.length} characters`] : []),
    ...freed.map((name) => `"${name}" becomes optional: the server requests it with a form`),
  ];
}

function requiredNames({ arguments: all }: Entry): string[] {
  const args = (all ?? []) as readonly { readonly name: string; readonly required?: boolean }[];
  return args.flatMap(({ name, required }) => (required === true ? [name] : []));
}

/** The properties that one value has and the other lacks, at any depth. */
function removedMembers(plain: unknown, shown: unknown): string[] {
  return [...new Set(removedNames(plain, shown))].map((name) => `${name} is removed`);
}

function removedNames(plain: unknown, shown: unknown): string[] {
  if (!isObject(plain) || !isObject(shown)) return [];
  if (plain['type'] !== shown['type']) return []; // Another type of content has other properties.
  return Object.entries(plain).flatMap(([name, value]) => {
    if (Object.hasOwn(shown, name)) return removedNames(value, shown[name]);
    return Array.isArray(plain) ? [] : [name];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const NAMES: Readonly<Record<ContentBlock['type'], string>> = {
  text: 'text',
  image: 'an image',
  audio: 'audio',
  resource: 'a resource',
  resource_link: 'a link',
};

/** The differences between the result of a host and the plain result, as text. */
export function resultChanges({ result: plain, error }: Outcome, { result: shown }: Outcome): string[] {
  if (!isObject(shown)) return [];
  const isPrompt = 'messages' in shown;
  if (error !== undefined && isPrompt)
    return ['the prompt cannot be rendered with placeholders, so it asks the model to call a tool instead'];
  const [all, some] = [blocksOf(plain), blocksOf(shown)];
  if (isPrompt && some.length === 1 && all.length > 1)
    return [`${all.length} messages are merged into one`, ...contentChanges(all, some)];
  if ('content' in shown) return contentChanges(all, some);
  const inert = 'added spaces prevent the host from running or replacing parts of the text';
  return [...contentChanges(all, some), ...removedMembers(plain, shown), ...(isInert(all, some) ? [inert] : [])];
}

/** The blocks of a prompt, or of its tool. */
function blocksOf(result: unknown): readonly ContentBlock[] {
  const { messages, content = [] } = Object(result) as {
    readonly messages?: readonly PromptMessage[];
    readonly content?: readonly ContentBlock[];
  };
  return messages?.map((message) => message.content) ?? content;
}

function contentChanges(plain: readonly ContentBlock[], shown: readonly ContentBlock[]): string[] {
  const [before, after] = [plain, shown].map((blocks) => new Set(blocks.map(({ type }) => type)));
  const instead = after?.has('resource_link') && !before?.has('resource_link') ? 'resource_link' : 'text';
  return [...(before ?? [])]
    .filter((type) => type !== 'text' && !after?.has(type))
    .map((type) => `${NAMES[type]} becomes ${NAMES[type === 'resource' ? instead : 'text']}`);
}

/** Whether the results differ in blanks only. A prompt that renders differently each time differs in more. */
function isInert(plain: readonly ContentBlock[], shown: readonly ContentBlock[]): boolean {
  const isText = (at: number) => plain[at]?.type === 'text'; // Content that became text has no counterpart.
  const [one, other] = [textOf(plain, isText), textOf(shown, isText)];
  return one !== other && one.replaceAll(' ', '') === other.replaceAll(' ', '');
}

function textOf(blocks: readonly ContentBlock[], isMeant: (at: number) => boolean): string {
  const texts = blocks.filter((_each, at) => isMeant(at)).map((block) => (block.type === 'text' ? block.text : ''));
  return normalizeFences(texts.join('\n'));
}
