import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { NotFoundError } from '@cuecard/core';
import { type MemoryResource, MemoryResources } from '@cuecard/resources';
import { listed } from './support/listed.ts';

const GUIDE: MemoryResource = { uri: 'memo:guides/style.md', text: '# Grüße' };
const LOGO: MemoryResource = { uri: 'memo:logo.png?v=1#top', bytes: Uint8Array.of(0x89, 0x50, 0x00) };
const NOTE: MemoryResource = {
  uri: 'memo:a%20note',
  name: 'note',
  title: 'A note',
  description: 'Says nothing',
  mimeType: 'text/x-note',
  text: '',
};

test('MemoryResources.read derives the MIME type from extension and contents, unless declared', async () => {
  const resources = new MemoryResources([GUIDE, LOGO, NOTE, { uri: 'memo:b.ts', bytes: Buffer.from('let b') }]);
  expect(await resources.read('memo:guides/style.md')).toEqual({
    uri: 'memo:guides/style.md',
    mimeType: 'text/markdown',
    text: '# Grüße',
  });
  expect(await resources.read(LOGO.uri)).toEqual({ uri: LOGO.uri, mimeType: 'image/png', blob: 'iVAA' });
  expect(await resources.read(NOTE.uri)).toEqual({ uri: NOTE.uri, mimeType: 'text/x-note', text: '' });
  expect(await resources.read('memo:b.ts')).toEqual({ uri: 'memo:b.ts', mimeType: 'text/plain', text: 'let b' });
});

test('MemoryResources.list sorts by URI, and returns the entries of describe and link', async () => {
  const resources = new MemoryResources([LOGO, GUIDE, NOTE]);
  const list = [
    { uri: NOTE.uri, name: 'note', title: 'A note', description: 'Says nothing', mimeType: 'text/x-note', size: 0 },
    { uri: GUIDE.uri, name: 'style.md', mimeType: 'text/markdown', size: 9 },
    { uri: LOGO.uri, name: 'logo.png', mimeType: 'image/png', size: 3 },
  ];
  expect(await listed(resources)).toEqual(list);
  expect(await Promise.all(list.map(({ uri }) => resources.describe(uri)))).toEqual(list);
  expect(await resources.link(NOTE.uri)).toEqual({ type: 'resource_link', ...list[0] });
  expect(await listed(resources, { after: 'memo:b' })).toEqual(list.slice(1));
  expect(await listed(resources, { after: LOGO.uri })).toEqual([]);
  for (const under of ['memo:guides', 'memo:guides/']) expect(await listed(resources, { under })).toEqual([list[1]]);
  expect(await listed(resources, { under: 'memo:' })).toEqual(list);
});

test('MemoryResources.complete returns the URIs that start with the typed text', async () => {
  const resources = new MemoryResources([LOGO, GUIDE, NOTE]);
  expect(await resources.complete('memo:')).toEqual([NOTE.uri, GUIDE.uri, LOGO.uri]);
  expect(await resources.complete('memo:gu')).toEqual([GUIDE.uri]);
  expect(await resources.complete('note:')).toEqual([]);
});

test.each(['memo:nothing', 'MEMO:guides/style.md', 'memo:guides', 'memo:guides/style.md ', '', '__proto__'])(
  'MemoryResources rejects the missing resource %j',
  async (uri) => {
    const resources = new MemoryResources([GUIDE]);
    for (const asked of [resources.read(uri), resources.describe(uri), resources.watch(uri, () => {})]) {
      await expect(asked).rejects.toMatchObject({
        name: 'NotFoundError',
        message: new NotFoundError('resource', uri).message,
      });
    }
  },
);

test('MemoryResources.list rejects an `under` without resources below it', async () => {
  const resources = new MemoryResources([GUIDE]);
  for (const under of ['memo:guide', 'memo:guides/style.md', 'note:']) {
    await expect(listed(resources, { under })).rejects.toThrow(NotFoundError);
  }
});

test('MemoryResources copies resources that are passed in or returned', async () => {
  const bytes = Buffer.from('text');
  const resources = new MemoryResources([{ uri: 'memo:copied', bytes }]);
  bytes.fill('x');
  const expected = { uri: 'memo:copied', mimeType: 'text/plain', text: 'text' };
  Object.assign(await resources.read('memo:copied'), { text: 'changed' });
  expect(await resources.read('memo:copied')).toEqual(expected);
});

test('MemoryResources.watch reports changes and deletions until it ends', async () => {
  const resources = new MemoryResources([GUIDE, NOTE]);
  let told = 0;
  const changed = () => (told += 1);
  const ends = await Promise.all([resources.watch(GUIDE.uri, changed), resources.watch(GUIDE.uri, changed)]);
  const counts = async (change: () => unknown) => {
    const before = told;
    change();
    await turn();
    return told - before;
  };
  expect(await counts(() => resources.set({ uri: GUIDE.uri, text: 'new' }))).toBe(2);
  expect(await resources.read(GUIDE.uri)).toMatchObject({ text: 'new' });
  expect(await counts(() => resources.set({ uri: NOTE.uri, text: 'new' }))).toBe(0);
  ends[0]?.();
  ends[0]?.();
  expect(await counts(() => resources.delete(GUIDE.uri))).toBe(1);
  expect(await counts(() => resources.delete(GUIDE.uri))).toBe(0);
  expect(await counts(() => resources.set(GUIDE))).toBe(1);
  expect(
    await counts(() => {
      resources.set(GUIDE);
      ends[1]?.();
    }),
  ).toBe(0);
  expect([resources.delete(GUIDE.uri), resources.delete(GUIDE.uri)]).toEqual([true, false]);
});

test.each(['', 'guide', '/guide', 'memo', 'memo:a note', ' memo:note', 'memo:\0', 'http://', '1:a'])(
  'MemoryResources rejects the URI %j',
  (uri) => {
    const message = `MemoryResources: "${uri}" is not a valid URI. Use an absolute URI, such as memo:style-guide.`;
    for (const give of [
      (given: MemoryResource) => new MemoryResources([given]),
      (given: MemoryResource) => new MemoryResources().set(given),
    ]) {
      expect(() => give({ uri, text: '' })).toThrow(TypeError);
      expect(() => give({ uri, text: '' })).toThrow(message);
    }
  },
);

test('MemoryResources rejects two resources with the same URI', () => {
  const message = 'MemoryResources: two resources have the URI "memo:guides/style.md". Use a different URI for each.';
  expect(() => new MemoryResources([GUIDE, GUIDE])).toThrow(new TypeError(message));
});

test('MemoryResources rejects a resource without contents', () => {
  const empty = { uri: 'memo:empty' } as unknown as MemoryResource;
  const message = 'MemoryResources: the resource "memo:empty" has no contents. Set `text` or `bytes`.';
  expect(() => new MemoryResources([empty])).toThrow(new TypeError(message));
});

test('MemoryResources rejects an aborted call with the reason of the abort', async () => {
  const resources = new MemoryResources([GUIDE]);
  const reason = new Error('Nobody waits');
  const call = { signal: AbortSignal.abort(reason) };
  const asked = [
    resources.read(GUIDE.uri, call),
    resources.describe(GUIDE.uri, call),
    listed(resources, call),
    resources.complete('', call),
    resources.watch(GUIDE.uri, () => {}, call),
  ];
  expect(await Promise.allSettled(asked)).toEqual(asked.map(() => ({ status: 'rejected', reason })));
});
