import {
  Arg,
  type Client,
  type HostProfiles,
  type ContentBlock,
  type ContentType,
  type GetPromptResult,
  Prompt,
  type PromptHandler,
  Runtime,
  user,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { promptClass } from './support/prompts.ts';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

/** `_meta` belongs to the application, so the runtime never changes its contents. */
const meta = { title: 't', icons: [1], nested: { _meta: { lastModified: 'l' }, title: 2 } };
const icons = [{ src: 'https://a.example/i.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' as const }];
const annotations = { audience: ['user' as const], priority: 0.5, lastModified: '2025-01-01T00:00:00.000Z' };
const early = { audience: ['user'], priority: 0.5 };
const rest = { annotations, _meta: meta };

const BLOCKS = {
  text: { type: 'text', text: 'title', ...rest },
  image: { type: 'image', data: 'AA==', mimeType: 'image/png', ...rest },
  audio: { type: 'audio', data: 'AA==', mimeType: 'audio/wav', ...rest },
  link: {
    type: 'resource_link',
    uri: 'a:b',
    name: 'b',
    title: 'Bee',
    description: 'A letter',
    mimeType: 'text/plain',
    size: 1,
    icons,
    ...rest,
  },
  'bare link': { type: 'resource_link', uri: 'a:b', name: 'a:b' },
  'text resource': {
    type: 'resource',
    resource: { uri: 'a:b', mimeType: 'text/plain', text: 'bee', _meta: meta },
    ...rest,
  },
  'blob resource': {
    type: 'resource',
    resource: { uri: 'a:b', mimeType: 'image/png', blob: 'AA==', _meta: meta },
    ...rest,
  },
} satisfies Record<string, ContentBlock>;

function saying(content: ContentBlock, clients?: HostProfiles) {
  @Prompt({ name: 'say' })
  class Say implements PromptHandler {
    render = (): GetPromptResult => ({ description: 'd', messages: [user(content)], _meta: meta });
  }
  const runtime = new Runtime({ prompts: [Say], ...(clients && { clients }) });
  return async (client?: Client) => {
    const result = await runtime.prompts.get({ name: 'say' }, { client });
    expect(result).toEqual({ description: 'd', messages: [{ role: 'user', content: expect.anything() }], _meta: meta });
    return result.messages[0]?.content;
  };
}

const soundText = { type: 'text', text: '(Audio, audio/wav, that cannot be played here.)', annotations: early };
const linkText = { type: 'text', text: 'Bee: a:b\nA letter', annotations: early };
const { icons: _icons, ...linkWithoutIcons } = BLOCKS.link;
const earlyText = { type: 'text', text: 'title', annotations: early };
const earlyImage = { type: 'image', data: 'AA==', mimeType: 'image/png', annotations: early };
const earlyResource = {
  type: 'resource',
  resource: { uri: 'a:b', mimeType: 'text/plain', text: 'bee' },
  annotations: early,
};
const earlyBlob = {
  type: 'resource',
  resource: { uri: 'a:b', mimeType: 'image/png', blob: 'AA==' },
  annotations: early,
};
const bareText = { type: 'text', text: 'a:b' };

/** The content that each revision receives for each block, in the order of `REVISIONS`. */
const TABLE: Record<keyof typeof BLOCKS, readonly unknown[]> = {
  text: [earlyText, earlyText, BLOCKS.text, BLOCKS.text, BLOCKS.text],
  image: [earlyImage, earlyImage, BLOCKS.image, BLOCKS.image, BLOCKS.image],
  audio: [
    soundText,
    { type: 'audio', data: 'AA==', mimeType: 'audio/wav', annotations: early },
    BLOCKS.audio,
    BLOCKS.audio,
    BLOCKS.audio,
  ],
  link: [linkText, linkText, linkWithoutIcons, BLOCKS.link, BLOCKS.link],
  'bare link': [bareText, bareText, BLOCKS['bare link'], BLOCKS['bare link'], BLOCKS['bare link']],
  'text resource': [earlyResource, earlyResource, ...[1, 2, 3].map(() => BLOCKS['text resource'])],
  'blob resource': [earlyBlob, earlyBlob, ...[1, 2, 3].map(() => BLOCKS['blob resource'])],
};

describe.each(REVISIONS.map((revision, at) => ({ revision, at })))(
  'Runtime.prompts.get for revision $revision',
  ({ revision, at }) => {
    test.each(Object.entries(BLOCKS))('adapts content to the revision: %s', async (name, block) => {
      expect(await saying(block)({ revision })).toEqual(TABLE[name as keyof typeof BLOCKS][at]);
    });
  },
);

describe('Runtime.prompts.get for an unknown revision', () => {
  test.each(['2027-01-01', '9999-99-99', 'DRAFT', 'DRAFT-2026-v1', 'draft'])(
    'treats a later or unreadable revision as the newest revision: %s',
    async (revision) => {
      for (const block of Object.values(BLOCKS)) expect(await saying(block)({ revision })).toEqual(block);
    },
  );

  test.each(['', '1', '2024-10-07', '0'])(
    'treats an earlier or unreadable revision as the oldest revision: %j',
    async (revision) => {
      for (const [name, block] of Object.entries(BLOCKS))
        expect(await saying(block)({ revision })).toEqual(TABLE[name as keyof typeof BLOCKS][0]);
    },
  );

  test.each([
    ['2025-06-17', 1],
    ['2025-06-19', 2],
    ['2025-11-24', 2],
    ['2025-11-26', 3],
  ])('treats a revision between two known revisions as the earlier one: %s', async (revision, at) => {
    for (const [name, block] of Object.entries(BLOCKS))
      expect(await saying(block)({ revision })).toEqual(TABLE[name as keyof typeof BLOCKS][at]);
  });
});

test('Runtime.prompts.get returns all content if there is no client', async () => {
  for (const block of Object.values(BLOCKS)) expect(await saying(block)()).toEqual(block);
  for (const block of Object.values(BLOCKS))
    expect(await saying(block, { all: { client: () => true, drops: ['image', 'resource'] } })()).toEqual(block);
});

describe('ClientProfile.drops', () => {
  const newest = '2025-11-25';
  const imageText = { type: 'text', text: '(An image, image/png, that cannot be shown here.)', ...rest };
  const resourceText = { type: 'text', text: 'a:b:\n\nbee', ...rest };
  const blobLink = { type: 'resource_link', uri: 'a:b', name: 'a:b', mimeType: 'image/png', ...rest };

  test.each<[keyof typeof BLOCKS, ContentType[], string, unknown]>([
    ['image', ['image'], newest, imageText],
    ['audio', ['audio'], newest, { ...imageText, text: soundText.text }],
    ['link', ['resource_link'], newest, { ...imageText, text: linkText.text }],
    ['text resource', ['resource'], newest, resourceText],
    ['text resource', ['resource', 'resource_link'], newest, resourceText],
    ['blob resource', ['resource'], newest, blobLink],
    ['blob resource', ['resource_link'], newest, BLOCKS['blob resource']],
    ['blob resource', ['resource', 'resource_link'], newest, { ...imageText, text: 'a:b' }],
    ['blob resource', ['resource'], '2024-11-05', { type: 'text', text: 'a:b', annotations: early }],
    ['text resource', ['resource'], '2024-11-05', { type: 'text', text: 'a:b:\n\nbee', annotations: early }],
    ['image', ['image'], '2025-03-26', { type: 'text', text: imageText.text, annotations: early }],
    ['text', ['text'], newest, BLOCKS.text],
    ['image', ['text', 'audio', 'resource', 'resource_link'], newest, BLOCKS.image],
    ['bare link', ['resource_link'], newest, bareText],
  ])('adapts the content "%s" if the profile drops %j, for revision %s', async (name, drops, revision, expected) => {
    expect(await saying(BLOCKS[name], { host: { drops } })({ name: 'host', revision })).toEqual(expected);
  });

  test('applies to clients that a function matches by name or capabilities', async () => {
    const is = ({ name, capabilities }: Client) => name === 'blind' || capabilities?.['pictures'] === false;
    const get = saying(BLOCKS.image, { blind: { client: is, drops: ['image'] } });
    expect(await get({ revision: newest, name: 'blind', version: '1' })).toEqual(imageText);
    expect(await get({ revision: newest, name: 'other', capabilities: { pictures: false } })).toEqual(imageText);
    expect(await get({ revision: newest, name: 'other', capabilities: {} })).toEqual(BLOCKS.image);
    expect(await get({ revision: newest })).toEqual(BLOCKS.image);
  });

  test('applies to no client if the function throws, and logs the error once', async () => {
    @Prompt({ name: 'say' })
    class Say implements PromptHandler {
      render = () => user(BLOCKS.image);
    }
    const fault = new Error('the secret');
    const is = () => {
      throw fault;
    };
    const logged: unknown[] = [];
    const logger = { error: (...line: unknown[]) => void logged.push(line), warn: () => {} };
    const runtime = new Runtime({ prompts: [Say], clients: { mine: { client: is, drops: ['image'] } }, logger });
    for (let time = 0; time < 2; time += 1)
      expect(await runtime.prompts.get({ name: 'say' }, { client: { revision: newest } })).toEqual({
        messages: [{ role: 'user', content: BLOCKS.image }],
      });
    expect(logged).toEqual([['The function client of the host "mine" failed', fault]]);
  });
});

test('Runtime.prompts.get converts copies of messages, not the original messages', async () => {
  const messages = Object.values(BLOCKS).map((block) => user(block));
  const before = structuredClone(messages);
  @Prompt()
  class Say implements PromptHandler {
    render = () => messages;
  }
  const runtime = new Runtime({ prompts: [Say] });
  const { messages: converted } = await runtime.prompts.get({ name: 'say' }, { client: { revision: '2024-11-05' } });
  expect(converted.map(({ content }) => content)).toEqual(Object.values(TABLE).map(([oldest]) => oldest));
  expect(messages).toEqual(before);
});

describe('Runtime.prompts.list', () => {
  class SayArgs {
    @Arg({ title: 'What', description: 'to say' }) title!: string;
  }
  @Prompt({ name: 'title', title: 'Say', description: 'Says it', icons, args: SayArgs })
  class Say implements PromptHandler<SayArgs> {
    render = () => 'hi';
  }
  const Bare = promptClass('Bare', 'hi');
  const runtime = new Runtime({ prompts: [Say, Bare] });
  const bare = { name: 'bare' };
  const SCHEMA = {
    'dev.cuecard/schema': expect.objectContaining({
      properties: { title: { title: 'What', description: 'to say', type: 'string' } },
    }),
  };
  const argument = { name: 'title', description: 'to say', required: true };
  const oldest = { prompts: [bare, { name: 'title', description: 'Says it', arguments: [argument] }] };
  const titled = {
    name: 'title',
    title: 'Say',
    description: 'Says it',
    arguments: [{ ...argument, title: 'What' }],
    _meta: SCHEMA,
  };
  const newest = { prompts: [bare, { ...titled, icons }] };
  // Since 2026-07-28 lists have caching hints (server/utilities/caching).
  const cacheable = { ...newest, ttlMs: 0, cacheScope: 'public' };
  const pages = [oldest, oldest, { prompts: [bare, titled] }, newest, cacheable];

  test.each([
    ['2024-11-05', 0],
    ['2025-03-26', 1],
    ['2025-06-18', 2],
    ['2025-11-25', 3],
    ['2026-07-28', 4],
    ['DRAFT', 4],
    ['', 0],
    ['2024-10-07', 0],
  ])('returns only fields that revision %j has', async (revision, at) => {
    expect(await runtime.prompts.list({}, { client: { revision } })).toEqual(pages[at]);
  });

  test('returns the same frozen page to all clients that support the same fields', async () => {
    const list = (revision: string) => runtime.prompts.list({}, { client: { revision } });
    expect(await runtime.prompts.list()).toEqual(pages[3]);
    expect(await list('2025-11-25')).toBe(await runtime.prompts.list());
    expect(await list('2030-01-01')).toBe(await list('2026-07-28'));
    expect(await list('')).toBe(await list('2024-11-05'));
    for (const revision of REVISIONS) {
      const page = await list(revision);
      expect(await list(revision)).toBe(page);
      expect([Object.isFrozen(page), Object.isFrozen(page.prompts)]).toEqual([true, true]);
    }
  });
});
