import {
  type Client,
  type ContentBlock,
  type ContentType,
  embed,
  Prompt,
  InternalError,
  type ResourceContents,
  ResourceReader,
  Runtime,
  user,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

const NAMES = { name: 'example', title: 'My Example Resource' };
// The example of revision 2025-06-18 (server/prompts, "Embedded Resources").
const TEXT = { uri: 'resource://example', ...NAMES, mimeType: 'text/plain', text: 'Resource content' };
const BLOB = { uri: 'resource://example', ...NAMES, mimeType: 'image/png', blob: 'AA==' };

async function contentOf(content: ContentBlock, client?: Client, drops?: readonly ContentType[]) {
  @Prompt()
  class Say {
    render = () => user(content);
  }
  const logger = { warn: () => {}, error: () => {} };
  const runtime = new Runtime({
    prompts: [Say],
    logger,
    ...(drops && { clients: { each: { client: () => true, drops } } }),
  });
  return (await runtime.prompts.get({ name: 'say' }, { client })).messages[0]?.content;
}

describe.each<[string, ResourceContents, ResourceContents]>([
  ['text', TEXT, { uri: 'resource://example', mimeType: 'text/plain', text: 'Resource content' }],
  ['bytes', BLOB, { uri: 'resource://example', mimeType: 'image/png', blob: 'AA==' }],
])('ResourceContents of %s with a name and a title', (_, resource, unnamed) => {
  test('keeps the name and the title if there is no client', async () => {
    expect(await contentOf({ type: 'resource', resource })).toStrictEqual({ type: 'resource', resource });
    expect(await contentOf(embed(resource))).toStrictEqual({ type: 'resource', resource });
  });

  test.each(['2025-06-18', '2025-11-25', '2026-07-28'])(
    'keeps the name and the title for revision %s',
    async (revision) => {
      expect(await contentOf(embed(resource), { revision })).toStrictEqual({ type: 'resource', resource });
    },
  );

  test.each(['2024-11-05', '2025-03-26'])('omits the name and the title for revision %s', async (revision) => {
    expect(await contentOf(embed(resource), { revision })).toStrictEqual({ type: 'resource', resource: unnamed });
  });

  test('keeps or omits the name in resources/read by the same rules', async () => {
    class One extends ResourceReader {
      read = async () => resource;
    }
    const { resources } = new Runtime({ prompts: [], resources: new One() });
    const read = async (revision: string) => resources?.read({ uri: resource.uri }, { client: { revision } });
    expect(await Promise.all(['2025-03-26', '2025-06-18', '2026-07-28'].map(read))).toStrictEqual([
      { contents: [unnamed] },
      { contents: [resource] },
      { contents: [resource] },
    ]);
  });

  test.each([
    ['name', 5],
    ['title', {}],
  ])('causes an internal error if the %s is not a string', async (member, wrong) => {
    const content = { type: 'resource', resource: { ...resource, [member]: wrong } } as unknown as ContentBlock;
    expect(await contentOf(content).catch((error: unknown) => error)).toEqual(
      new InternalError('say', `returned message 0 with invalid content: resource.${member} must be a string`),
    );
    expect(await contentOf(content).catch(({ problem }: InternalError) => problem)).toBe(
      `returned message 0 with invalid content: resource.${member} must be a string`,
    );
  });
});

describe('ClientProfile.drops with "resource"', () => {
  const client = { revision: '2025-11-25' };

  test('starts the text with the title or name of the resource', async () => {
    const { title: _title, ...named } = TEXT;
    const { name: _name, ...unnamed } = named;
    const texts = [TEXT, named, { ...named, name: named.uri }, unnamed].map((resource) =>
      contentOf(embed(resource), client, ['resource']),
    );
    expect(await Promise.all(texts)).toEqual([
      { type: 'text', text: 'My Example Resource (resource://example):\n\nResource content' },
      { type: 'text', text: 'example (resource://example):\n\nResource content' },
      { type: 'text', text: 'resource://example:\n\nResource content' },
      { type: 'text', text: 'resource://example:\n\nResource content' },
    ]);
  });

  test('replaces bytes by a link with the name and title of the resource', async () => {
    expect(await contentOf(embed(BLOB), client, ['resource'])).toEqual({
      type: 'resource_link',
      uri: 'resource://example',
      ...NAMES,
      mimeType: 'image/png',
    });
  });
});

test('embed() adds a name and a title to bytes', async () => {
  const bytes = new TextEncoder().encode('Hello');
  expect(await embed(bytes, { uri: 'a:b', ...NAMES, annotations: { priority: 1 } })).toStrictEqual({
    type: 'resource',
    resource: { uri: 'a:b', ...NAMES, mimeType: 'text/plain', text: 'Hello' },
    annotations: { priority: 1 },
  });
  expect(await embed(bytes, { uri: 'a:b' })).toStrictEqual({
    type: 'resource',
    resource: { uri: 'a:b', mimeType: 'text/plain', text: 'Hello' },
  });
  // @ts-expect-error a name is a string
  void embed(bytes, { uri: 'a:b', name: 5 });
});
