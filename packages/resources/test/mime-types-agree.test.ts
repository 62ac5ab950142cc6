import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FileResources } from '@cuecard/resources';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { anyCharacter } from '../../core/test/support/characters.ts';
import { listed } from './support/listed.ts';

let root: string;
let resources: FileResources;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-types-')));
  resources = new FileResources({ roots: [root] });
});

afterAll(() => rm(root, { recursive: true }));

const ENDINGS = ['', '.md', '.svg', '.png', '.ts', '.json', '.html'];

/** Bytes near the end of the head that determines the MIME type. The end may split a character. */
const contents = fc
  .tuple(
    fc.constantFrom(0, 1, 4080, 4090, 4093, 4094, 4095, 4096, 4097),
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.uint8Array({ maxLength: 4 }),
  )
  .map(([length, text, bytes]) => Buffer.concat([Buffer.alloc(length, '<'), Buffer.from(text), bytes]));

test('FileResources gives a file the same MIME type in every method', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ENDINGS), contents, async (ending, bytes) => {
      const name = `file${ending}`;
      await writeFile(join(root, name), bytes);
      const { uri, mimeType } = await resources.read(name);
      const described = { uri, name, mimeType, size: bytes.length };
      expect(await resources.describe(name)).toEqual(described);
      expect(await resources.link(uri)).toEqual({ type: 'resource_link', ...described });
      expect((await listed(resources)).find((each) => each.uri === uri)).toEqual(described);
    }),
    { numRuns: runs(600) },
  );
});

test.each([
  ['a character of two bytes', 4095, 'ü', 'text/markdown'],
  ['a character of three bytes', 4095, '…', 'text/markdown'],
  ['a character of four bytes', 4093, '👋', 'text/markdown'],
  ['half a character and no more', 4095, Buffer.from([0xc3]), 'application/octet-stream'],
  ['a byte that only resembles half a character', 4095, Buffer.from([0xc3, 0x41]), 'text/markdown'],
  ['an invalid byte', 4095, Buffer.from([0xff, 0x41]), 'application/octet-stream'],
  ['a NUL', 4095, Buffer.from([0x00, 0x41]), 'application/octet-stream'],
  ['a NUL behind the head', 4096, Buffer.from([0x00, 0x41]), 'text/markdown'],
])('FileResources.describe determines the MIME type with %s at byte %d', async (_case, length, end, mimeType) => {
  await writeFile(join(root, 'border.md'), Buffer.concat([Buffer.alloc(length, 'a'), Buffer.from(end)]));
  expect(await resources.describe('border.md')).toMatchObject({ mimeType });
  expect(await resources.read('border.md')).toMatchObject({ mimeType });
});
