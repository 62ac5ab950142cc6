import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const PAGE = new URL('../../packages/cli/dist/page/', import.meta.url);

/** Of script and style together, gzipped. */
const MOST_BYTES = 60_000;

/** What is wrong with the size of the page. */
export async function sizeFaults() {
  const files = await Promise.all(['page.js', 'page.css'].map((name) => readFile(new URL(name, PAGE))));
  const sizes = files.map((file) => gzipSync(file, { level: 9 }).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`script ${sizes[0]} bytes, style ${sizes[1]} bytes, gzipped`);
  return total <= MOST_BYTES ? [] : [`${total} bytes are more than ${MOST_BYTES}`];
}
