import { withStableFences } from '@cuecard/testing/contract';
import type { ContentBlock, GetPromptResult } from '@cuecard/core';
import { lostMembers } from './entry-changes.js';

/** What a client got: the messages of a prompt, or the content of a tool in its place. */
export type Rendered = Pick<GetPromptResult, 'messages'> | { readonly content: readonly ContentBlock[] };

const NAMES: Readonly<Record<ContentBlock['type'], string>> = {
  text: 'text',
  image: 'an image',
  audio: 'audio',
  resource: 'a resource',
  resource_link: 'a link',
};

/** What a host gets otherwise than a client without a profile, in words. */
export function resultChanges(plain: Rendered, shown: Rendered): string[] {
  const [all, some] = [blocksOf(plain), blocksOf(shown)];
  const isJoined = 'messages' in shown && some.length === 1 && all.length > 1;
  const isAlike = 'messages' in shown && !isJoined;
  return [
    ...(isJoined ? [`${all.length} messages become one`] : []),
    ...degraded(all, some),
    ...(isAlike ? lostMembers(plain, shown) : []),
    ...(isAlike && isInert(all, some) ? ['what the host would run or replace is made inert by blanks'] : []),
  ];
}

function blocksOf(rendered: Rendered): readonly ContentBlock[] {
  return 'messages' in rendered ? rendered.messages.map(({ content }) => content) : rendered.content;
}

function degraded(plain: readonly ContentBlock[], shown: readonly ContentBlock[]): string[] {
  const [had, has] = [typesOf(plain), typesOf(shown)];
  const becomes = has.has('resource_link') && !had.has('resource_link') ? 'resource_link' : 'text';
  return [...had]
    .filter((type) => !has.has(type) && type !== 'text')
    .map((type) => `${NAMES[type]} becomes ${NAMES[type === 'resource' ? becomes : 'text']}`);
}

function typesOf(blocks: readonly ContentBlock[]): Set<ContentBlock['type']> {
  return new Set(blocks.map(({ type }) => type));
}

/** Whether texts differ by blanks alone; a prompt that renders another text each time differs by more. */
function isInert(plain: readonly ContentBlock[], shown: readonly ContentBlock[]): boolean {
  const isText = (at: number) => plain[at]?.type === 'text'; // What has become one has nothing to compare with.
  const [one, other] = [textOf(plain, isText), textOf(shown, isText)];
  return one !== other && one.replaceAll(' ', '') === other.replaceAll(' ', '');
}

function textOf(blocks: readonly ContentBlock[], isMeant: (at: number) => boolean): string {
  const texts = blocks.filter((_each, at) => isMeant(at)).map((block) => (block.type === 'text' ? block.text : ''));
  return withStableFences(texts.join('\n'));
}
