import { expect, test } from '@jest/globals';
import { processorMs } from '../../../test/support/processor-time.ts';
import { ResourceReader } from '@cuecard/core';

/** A reader that has read what it is asked for already, and says no more of it. */
class Known extends ResourceReader {
  constructor(readonly contents: { readonly text: string } | { readonly blob: string }) {
    super();
  }

  override async read(uri: string) {
    return { uri, ...this.contents };
  }
}

const nameOf = async (uri: string) => (await new Known({ text: '' }).describe(uri)).name;
const sizeOf = async (blob: string) => (await new Known({ blob }).describe('a:b')).size;

test.each([
  ['file:///docs/guide.md', 'guide.md'],
  ['https://example.com/docs/', 'docs'],
  ['https://example.com/docs//?page=2#top', 'docs'],
  ['https://example.com', 'example.com'],
  ['memory:notes', 'notes'],
  ['memory:a%20note', 'a note'],
  ['memory:100%', '100%'],
  ['memory:?', 'memory:?'],
  ['memory:', 'memory:'],
  ['', ''],
])('what is at %s is called %j', async (uri, name) => {
  expect(await nameOf(uri)).toBe(name);
});

test.each([
  ['', 0],
  ['QQ==', 1],
  ['QUI=', 2],
  ['QUJD', 3],
])('%j stands for %d bytes', async (blob, size) => {
  expect(await sizeOf(blob)).toBe(size);
});

const MANY = 100_000;

test.each([
  ['letters before a colon', `a:${'x'.repeat(MANY)}:`],
  ['slashes before a colon', `a:x${'/'.repeat(MANY)}:`],
  ['letters and slashes before a colon', `a:${'x'.repeat(MANY)}${'/'.repeat(MANY)}:`],
  ['question marks', '?'.repeat(MANY)],
])('a URI of a hundred thousand %s is described at once', async (_, uri) => {
  const started = processorMs();
  expect(await nameOf(uri)).toBe(uri);
  expect(processorMs() - started).toBeLessThan(1_000);
});

test('a blob of a hundred thousand equals signs is measured at once', async () => {
  const started = processorMs();
  expect(await sizeOf(`${'='.repeat(MANY)}A`)).toBe(Math.floor(((MANY + 1) * 3) / 4));
  expect(processorMs() - started).toBeLessThan(1_000);
});
