import { describe, expect, test } from '@jest/globals';
import { processorMs } from '../../../build/jest/processor-time.ts';
import { ResourceReader } from '@cuecard/core';

/** A reader with fixed contents, which does not describe them. */
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

describe('ResourceReader.describe', () => {
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
  ])('derives the name from the URI %s: %j', async (uri, name) => {
    expect(await nameOf(uri)).toBe(name);
  });

  test.each([
    ['', 0],
    ['QQ==', 1],
    ['QUI=', 2],
    ['QUJD', 3],
  ])('derives the size from the base64 %j: %d', async (blob, size) => {
    expect(await sizeOf(blob)).toBe(size);
  });

  const MANY = 100_000;

  test.each([
    ['letters before a colon', `a:${'x'.repeat(MANY)}:`],
    ['slashes before a colon', `a:x${'/'.repeat(MANY)}:`],
    ['letters and slashes before a colon', `a:${'x'.repeat(MANY)}${'/'.repeat(MANY)}:`],
    ['question marks', '?'.repeat(MANY)],
  ])('describes a URI with 100,000 %s within a second', async (_, uri) => {
    const started = processorMs();
    expect(await nameOf(uri)).toBe(uri);
    expect(processorMs() - started).toBeLessThan(1_000);
  });

  test('measures a blob of 100,000 equals signs within a second', async () => {
    const started = processorMs();
    expect(await sizeOf(`${'='.repeat(MANY)}A`)).toBe(Math.floor(((MANY + 1) * 3) / 4));
    expect(processorMs() - started).toBeLessThan(1_000);
  });
});
