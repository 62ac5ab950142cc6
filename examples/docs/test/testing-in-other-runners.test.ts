import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');

test('the tests in Vitest differ in names alone', async () => {
  const inVitest = (await read('examples/docs/test/testing.test.ts'))
    .replace("{ expect, jest, test } from '@jest/globals'", "{ expect, test, vi } from 'vitest'")
    .replace('../src/desk.ts', '../src/desk.js')
    .replace("declare module 'expect'", "declare module 'vitest'")
    .replace('Matchers<R> extends CuecardMatchers<R>', 'Matchers<T> extends CuecardMatchers<T>')
    .replaceAll('jest.', 'vi.');
  expect(await read('checks/projects/toolchains/vitest-4/test/desk.test.ts')).toBe(inVitest);
});

test('the tests in node:test promise the same', async () => {
  const namesIn = async (path: string) =>
    [...(await read(path)).matchAll(/^ *test.*\(['`](.*)['`], async/gm)].map(([, name = '']) =>
      name.replace(/%s|\$\{era\}/, '…'),
    );
  expect(await namesIn('checks/projects/toolchains/node-test/test/desk.test.ts')).toEqual(
    await namesIn('examples/docs/test/testing.test.ts'),
  );
});
