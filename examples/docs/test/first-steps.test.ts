import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');

test.each([
  ['docs/first-steps.md', 'examples/docs/first-steps', ['house-rules.ts', 'code-review.ts', 'server.ts']],
  ['docs/first-steps.zh-CN.md', 'examples/docs/first-steps', ['house-rules.ts', 'code-review.ts', 'server.ts']],
  [
    'docs/first-steps-nestjs.md',
    'examples/docs/first-steps-nestjs',
    ['house-rules.ts', 'code-review.ts', 'app.module.ts', 'main.ts'],
  ],
])('%s shows every whole file of the project and no other code', async (page, project, sources) => {
  const blocks = (await read(page)).matchAll(/<!-- (\S+) -->\n+```\w+\n([^]*?)```/g);
  const shown = Object.fromEntries([...blocks].map(([, file = '', code = '']) => [file, code]));
  const files = [`${project}/tsconfig.json`, ...sources.map((source) => `${project}/src/${source}`)];
  const written = await Promise.all(files.map(async (file) => [file, await read(file)]));
  expect(shown).toEqual(Object.fromEntries(written));
});
