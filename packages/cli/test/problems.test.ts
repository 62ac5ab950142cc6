import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));
const PAGE = new URL('../../../docs/troubleshooting-command-line.md', import.meta.url);

test('docs/troubleshooting-command-line.md lists the codes of all problems of cuecard', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const texts = files.map((name) => readFileSync(join(SOURCES, name), 'utf8'));
  const codes = texts.flatMap((text) =>
    [...text.matchAll(/(?:\bcode:\s*|\b(?:usage|problem)\(\s*)'([a-z-]+)'/g)].map(([, code]) => code),
  );
  const headings = [...readFileSync(PAGE, 'utf8').matchAll(/^### (\S+)$/gm)].map(([, heading]) => heading);
  expect(headings.toSorted()).toEqual([...new Set(['usage', ...codes])].toSorted());
});
