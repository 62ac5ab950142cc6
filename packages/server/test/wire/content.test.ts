import { link, Prompt, type PromptHandler, type PromptOutput, Runtime, text, user } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, test } from '@jest/globals';
import { revisions } from './support/revisions.ts';

const annotations = { audience: ['user' as const], priority: 0.5 };
const dated = { ...annotations, lastModified: '2026-01-02' };
const own = {
  annotations: { ...annotations, lastModified: '2026-01-02T00:00:00.000Z' },
  _meta: { 'example.com/a': 1 },
};
const icons = [{ src: 'https://example.com/i.png' }];
const wav = { type: 'audio' as const, data: 'UklGRg==', mimeType: 'audio/wav' };
const png = { type: 'image' as const, data: 'iVBORw==', mimeType: 'image/png' };
const textual = { uri: 'memo:///a', mimeType: 'text/plain', text: 'A' };
const binary = { uri: 'memo:///b', mimeType: 'application/zip', blob: 'UEsDBA==' };
const linked = { uri: 'memo:///c', name: 'c', title: 'C', description: 'The letter', mimeType: 'text/plain', size: 1 };

@Prompt({ name: 'everything', title: 'Everything', description: 'All kinds of content', icons })
class Everything implements PromptHandler {
  render(): PromptOutput {
    return [
      user(text('T', { ...own, annotations: dated })),
      user({ ...png, ...own }),
      user({ ...wav, ...own }),
      user({ type: 'resource', resource: { ...textual, _meta: { a: 1 } }, ...own }),
      user({ type: 'resource', resource: binary, ...own }),
      user(link({ ...linked, icons }, own)),
    ];
  }
}

/** The expected content by revision, newest last. */
const EXPECTED: Record<string, { prompt: object; contents: object[] }> = {
  '2024-11-05': {
    prompt: { name: 'everything', description: 'All kinds of content' },
    contents: [
      { type: 'text', text: 'T', annotations },
      { ...png, annotations },
      { type: 'text', text: '(Audio, audio/wav, that cannot be played here.)', annotations },
      { type: 'resource', resource: textual, annotations },
      { type: 'resource', resource: binary, annotations },
      { type: 'text', text: 'C: memo:///c\nThe letter', annotations },
    ],
  },
  '2025-03-26': {
    prompt: { name: 'everything', description: 'All kinds of content' },
    contents: [
      { type: 'text', text: 'T', annotations },
      { ...png, annotations },
      { ...wav, annotations },
      { type: 'resource', resource: textual, annotations },
      { type: 'resource', resource: binary, annotations },
      { type: 'text', text: 'C: memo:///c\nThe letter', annotations },
    ],
  },
  '2025-06-18': {
    prompt: { name: 'everything', title: 'Everything', description: 'All kinds of content' },
    contents: [
      { type: 'text', text: 'T', ...own },
      { ...png, ...own },
      { ...wav, ...own },
      { type: 'resource', resource: { ...textual, _meta: { a: 1 } }, ...own },
      { type: 'resource', resource: binary, ...own },
      { type: 'resource_link', ...linked, ...own },
    ],
  },
  '2025-11-25': {
    prompt: { name: 'everything', title: 'Everything', description: 'All kinds of content', icons },
    contents: [
      { type: 'text', text: 'T', ...own },
      { ...png, ...own },
      { ...wav, ...own },
      { type: 'resource', resource: { ...textual, _meta: { a: 1 } }, ...own },
      { type: 'resource', resource: binary, ...own },
      { type: 'resource_link', ...linked, icons, ...own },
    ],
  },
};

const runtime = new Runtime({
  prompts: [Everything],
  clients: { 'without-files': { drops: ['resource', 'image'] } },
});
const url = new URL('http://127.0.0.1/mcp');
const legacy = { versionNegotiation: { mode: 'legacy' } } as const;

/** Overrides the revision, because both clients request the newest that they know. */
function asking(revision: string) {
  const handler = createHandler(runtime, { name: 'content', version: '1.0.0' });
  return (to: string | URL, init?: RequestInit): Promise<Response> => {
    const body = (init?.body as string | undefined)?.replace(
      /"protocolVersion":"[^"]*"/,
      `"protocolVersion":"${revision}"`,
    );
    const headers = new Headers(init?.headers);
    headers.set('host', '127.0.0.1');
    return handler.fetch(new Request(to, { ...init, headers, ...(body !== undefined && { body }) }));
  };
}

interface AskedClient {
  listPrompts(): Promise<{ prompts: unknown[] }>;
  getPrompt(params: { name: string }): Promise<{ messages: { content: unknown }[] }>;
  close(): Promise<void>;
}

const CLIENTS: Record<string, (revision: string, name?: string) => Promise<AskedClient>> = {
  'v1 client': async (revision, name = 'test') => {
    const client = new ClientV1({ name, version: '1.0.0' });
    const transport = new HttpV1(url, { fetch: asking(revision) });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    return client;
  },
  'v2 client': async (revision, name = 'test') => {
    const client = new ClientV2({ name, version: '1.0.0' }, legacy);
    await client.connect(new HttpV2(url, { fetch: asking(revision) }));
    return client;
  },
};

describe.each(Object.entries(CLIENTS))('The official %s', (_, connect) => {
  test.each(revisions)('parses every kind of content that %s has, and gets no other', async (revision) => {
    const client = await connect(revision);
    const { prompts } = await client.listPrompts();
    const { messages } = await client.getPrompt({ name: 'everything' });
    const expected = EXPECTED[revision]!;
    expect(prompts).toEqual([expected.prompt]);
    expect(messages.map(({ content }) => content)).toEqual(expected.contents);
    await client.close();
  });

  test('receives no content that clients of its name cannot read', async () => {
    const client = await connect('2025-11-25', 'without-files');
    const { messages } = await client.getPrompt({ name: 'everything' });
    expect(messages.map(({ content }) => content).slice(1, 5)).toEqual([
      { type: 'text', text: '(An image, image/png, that cannot be shown here.)', ...own },
      { ...wav, ...own },
      { type: 'text', text: 'memo:///a:\n\nA', ...own },
      { type: 'resource_link', uri: 'memo:///b', name: 'memo:///b', mimeType: 'application/zip', ...own },
    ]);
    await client.close();
  });
});
