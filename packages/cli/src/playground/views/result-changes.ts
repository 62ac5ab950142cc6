import { withStableFences } from '@cuecard/testing/contract';
import type { ContentBlock, GetPromptResult } from '@cuecard/core';
import { removedMembers } from './entry-changes.js';

/** The messages of a prompt, or the content of its tool. */
export type RenderedResult = Pick<GetPromptResult, 'messages'> | { readonly content: readonly ContentBlock[] };

const NAMES: Readonly<Record<ContentBlock['type'], string>> = {
  text: 'text',
  image: 'an image',
  audio: 'audio',
  resource: 'a resource',
  resource_link: 'a link',
};

/** The differences between the result of a host and the plain result, as text. */
export function resultChanges(plain: RenderedResult, shown: RenderedResult): string[] {
  const [all, some] = [blocksOf(plain), blocksOf(shown)];
  const isJoined = 'messages' in shown && some.length === 1 && all.length > 1;
  const isAlike = 'messages' in shown && !isJoined;
  return [
    ...(isJoined ? [`${all.length} messages become one`] : []),
    ...contentChanges(all, some),
    ...(isAlike ? removedMembers(plain, shown) : []),
    ...(isAlike && isInert(all, some) ? ['blanks keep the host from running or replacing parts of the text'] : []),
  ];
}

function blocksOf(rendered: RenderedResult): readonly ContentBlock[] {
  return 'messages' in rendered ? rendered.messages.map(({ content }) => content) : rendered.content;
}

function contentChanges(plain: readonly ContentBlock[], shown: readonly ContentBlock[]): string[] {
  const [had, has] = [typesOf(plain), typesOf(shown)];
  const becomes = has.has('resource_link') && !had.has('resource_link') ? 'resource_link' : 'text';
  return [...had]
    .filter((type) => !has.has(type) && type !== 'text')
    .map((type) => `${NAMES[type]} becomes ${NAMES[type === 'resource' ? becomes : 'text']}`);
}

function typesOf(blocks: readonly ContentBlock[]): Set<ContentBlock['type']> {
  return new Set(blocks.map(({ type }) => type));
}

/** Whether the results differ in blanks only. A prompt that renders differently each time differs in more. */
function isInert(plain: readonly ContentBlock[], shown: readonly ContentBlock[]): boolean {
  const isText = (at: number) => plain[at]?.type === 'text'; // Content that became text has no counterpart.
  const [one, other] = [textOf(plain, isText), textOf(shown, isText)];
  return one !== other && one.replaceAll(' ', '') === other.replaceAll(' ', '');
}

function textOf(blocks: readonly ContentBlock[], isMeant: (at: number) => boolean): string {
  const texts = blocks.filter((_each, at) => isMeant(at)).map((block) => (block.type === 'text' ? block.text : ''));
  return withStableFences(texts.join('\n'));
}
