import { Arg, type CallToolResult, type Client, Field, Runtime, Tool, type ToolHandler } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

class Args {
  @Arg({ title: 'Title', description: 'A title' }) title!: string;
  @Arg({ required: false }) annotations?: string;
}

class Order {
  @Field({ title: 'Total' }) title!: string;
}

@Tool({
  name: 'order',
  title: 'Order',
  description: 'Orders',
  args: Args,
  output: Order,
  annotations: { title: 'Order', readOnlyHint: true },
  icons: [{ src: 'https://a.example/i.png' }],
  version: '1.0.0',
  _meta: { title: 't' },
})
class OrderTool implements ToolHandler<Args, Order> {
  call({ title }: Args) {
    return { title };
  }
}

const BLOCKS: CallToolResult['content'] = [
  { type: 'text', text: 'a', annotations: { priority: 1, lastModified: '2025-01-01T00:00:00.000Z' } },
  { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
  { type: 'resource_link', uri: 'a:b', name: 'b', title: 'Bee' },
];

@Tool({ name: 'blocks' })
class Blocks implements ToolHandler {
  call = () => ({ content: BLOCKS, structuredContent: { title: 't', icons: [1] } });
}

const runtime = new Runtime({ tools: [OrderTool, Blocks], clients: { plain: { drops: ['audio'] } } });
const client = (revision: string): { client: Client } => ({ client: { revision } });
const $schema = 'https://json-schema.org/draft/2020-12/schema';
const inputSchema = {
  $schema,
  type: 'object',
  properties: { title: { title: 'Title', description: 'A title', type: 'string' }, annotations: { type: 'string' } },
  required: ['title'],
  additionalProperties: false,
};
const outputSchema = {
  $schema,
  type: 'object',
  properties: { title: { title: 'Total', type: 'string' } },
  required: ['title'],
  additionalProperties: false,
};
const first = { name: 'order', description: 'Orders', inputSchema };
const annotated = { ...first, annotations: { title: 'Order', readOnlyHint: true } };
const titled = { ...annotated, title: 'Order', outputSchema, _meta: { title: 't', 'dev.cuecard/version': '1.0.0' } };
const newest = { ...titled, icons: [{ src: 'https://a.example/i.png' }] };

describe('Runtime.tools.list', () => {
  test.each([
    // 2024-11-05 has no annotations, and no revision before 2025-06-18 has the `title` of a tool.
    ['2024-11-05', first],
    ['2025-03-26', annotated],
    ['2025-06-18', titled],
    ['2025-11-25', newest],
    ['2026-07-28', newest],
  ])('omits properties that the revision lacks: %s', async (revision, entry) => {
    const { tools } = await runtime.tools.list({}, client(revision));
    expect(tools.find(({ name }) => name === 'order')).toEqual(entry);
  });
});

describe('Runtime.tools.call', () => {
  test.each([
    ['2024-11-05', false],
    ['2025-03-26', false],
    ['2025-06-18', true],
    ['2025-11-25', true],
    ['2026-07-28', true],
  ])('sends structured content in revision %s: %s', async (revision, isStructured) => {
    const json = { title: 'a' };
    expect(await runtime.tools.call({ name: 'order', arguments: { title: 'a' } }, client(revision))).toEqual({
      content: [{ type: 'text', text: '{"title":"a"}' }],
      ...(isStructured && { structuredContent: json }),
      _meta: { 'dev.cuecard/version': '1.0.0' },
    });
  });

  test('replaces audio and links, and drops newer annotations, for revision 2024-11-05', async () => {
    expect(await runtime.tools.call({ name: 'blocks' }, client('2024-11-05'))).toEqual({
      content: [
        { type: 'text', text: 'a', annotations: { priority: 1 } },
        { type: 'text', text: '(Audio, audio/wav, that cannot be played here.)' },
        { type: 'text', text: 'Bee: a:b' },
      ],
    });
  });

  test('sends audio, but replaces links, for revision 2025-03-26', async () => {
    const { content } = await runtime.tools.call({ name: 'blocks' }, client('2025-03-26'));
    expect(content.map(({ type }) => type)).toEqual(['text', 'audio', 'text']);
  });

  test('sends all content from revision 2025-06-18 on', async () => {
    for (const revision of ['2025-06-18', '2025-11-25', '2026-07-28'])
      expect(await runtime.tools.call({ name: 'blocks' }, client(revision))).toEqual({
        content: BLOCKS,
        structuredContent: { title: 't', icons: [1] },
      });
  });

  test('sends text instead of content that a profile in `clients` drops', async () => {
    const { content } = await runtime.tools.call(
      { name: 'blocks' },
      { client: { revision: '2026-07-28', name: 'plain' } },
    );
    expect(content.map(({ type }) => type)).toEqual(['text', 'text', 'resource_link']);
  });
});
