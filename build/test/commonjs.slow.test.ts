// Slow: it starts a Jest of its own.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = new URL('../../', import.meta.url);
/** Tests do not load the command line. Nest 12, which is installed here, has ES modules only: the check `nest` has Nest 11. */
const PACKAGES = (await readdir(new URL('packages/', root))).filter((name) => !['cli', 'nestjs'].includes(name));

/** Returns the names by which a package is imported, and the file of each. */
async function entriesOf(folder: string): Promise<[specifier: string, file: string][]> {
  const base = new URL(`packages/${folder}/`, root);
  const { name, exports }: { name: string; exports: object } = JSON.parse(
    await readFile(new URL('package.json', base), 'utf8'),
  );
  return Object.values(exports).map((target, index) => {
    const file: string = target.import?.default ?? target.default;
    return [`${name}${Object.keys(exports)[index]?.slice(1)}`, fileURLToPath(new URL(file, base))];
  });
}

/** The tests of a project in CommonJS. */
const TESTS = `
test.each(require('./exports.json'))('%s', (specifier, names) => {
  expect(Object.keys(require(specifier)).toSorted()).toEqual(names);
});
test.each(['2025-11-25', '2026-07-28'])('connects a client of %s', async (revision) => {
  const { definePrompt, Runtime } = require('@cuecard/core');
  const { connect } = require('@cuecard/testing');
  const prompts = [definePrompt({ name: 'greet', render: () => 'Hello' })];
  const client = await connect(new Runtime({ prompts }), { revision });
  const { messages } = await client.getPrompt({ name: 'greet' });
  expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Hello' } }]);
  await client.close();
});
`;

test('Jest loads every package in CommonJS without configuration', async () => {
  const entries = (await Promise.all(PACKAGES.map(entriesOf))).flat();
  const exported = await Promise.all(
    entries.map(async ([specifier, file]) => [specifier, Object.keys(await import(file)).toSorted()]),
  );
  const folder = await mkdtemp(join(tmpdir(), 'cuecard-commonjs-'));
  await mkdir(join(folder, 'node_modules/@cuecard'), { recursive: true });
  for (const name of PACKAGES)
    await symlink(fileURLToPath(new URL(`packages/${name}`, root)), join(folder, 'node_modules/@cuecard', name));
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(join(folder, 'exports.test.js'), TESTS);
  await writeFile(join(folder, 'exports.json'), JSON.stringify(exported));
  const jest = fileURLToPath(new URL('node_modules/jest/bin/jest.js', root));
  const flags = ['--transform', '{}', '--cacheDirectory', join(folder, 'cache')];
  const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' } };
  const { stderr } = await promisify(execFile)(process.execPath, [jest, ...flags], options).catch((error) => error);
  await rm(folder, { recursive: true });
  const total = exported.length + 2;
  expect(stderr).toContain(`Tests:       ${total} passed, ${total} total`);
});
