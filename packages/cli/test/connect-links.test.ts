import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cuecard, emptyFolder } from './support/cuecard.ts';

let project: Awaited<ReturnType<typeof emptyFolder>>;
let outside: Awaited<ReturnType<typeof emptyFolder>>;

beforeEach(async () => {
  [project, outside] = [await emptyFolder(), await emptyFolder()];
  await writeFile(join(project.path, 'package.json'), '{ "name": "reviews" }');
});
afterEach(async () => {
  await project.remove();
  await outside.remove();
});

const connect = (...args: string[]) =>
  cuecard(['connect', 'vscode', '--http', 'http://localhost:3917/mcp', ...args], { folder: project.path });

const rejected = (file: string) => ({
  code: 1,
  stdout: '',
  stderr: `error .vscode/mcp.json links to ${file}, which is outside the project [settings-outside-project]
fix Replace the link with a file, or change ${file} by hand
`,
});

describe('cuecard connect with the scope project', () => {
  test.each(['--write', '--remove', '--dry-run'])(
    'rejects a link to a file outside of the project: %s',
    async (flag) => {
      const file = join(outside.path, 'settings.json');
      await writeFile(file, 'no JSON, and never read');
      await mkdir(join(project.path, '.vscode'));
      await symlink(file, join(project.path, '.vscode/mcp.json'));
      expect(await connect(flag)).toEqual(rejected(file));
      expect(await readFile(file, 'utf8')).toBe('no JSON, and never read');
    },
  );

  test('rejects a linked folder outside of the project, even without a file', async () => {
    await symlink(outside.path, join(project.path, '.vscode'));
    expect(await connect('--write')).toEqual(rejected(join(outside.path, 'mcp.json')));
    expect(await readdir(outside.path)).toEqual([]);
  });

  test('rejects a dangling link through a linked folder', async () => {
    await mkdir(join(project.path, '.vscode'));
    await symlink(outside.path, join(project.path, 'inside'));
    await symlink('../inside/new/mcp.json', join(project.path, '.vscode/mcp.json'));
    expect(await connect('--write')).toEqual(rejected(join(outside.path, 'new/mcp.json')));
    expect(await readdir(outside.path)).toEqual([]);
  });

  test('accepts a project that is reached by a link', async () => {
    const link = join(outside.path, 'project');
    await symlink(project.path, link);
    const { code } = await cuecard(['connect', 'vscode', '--write'], { folder: link });
    expect([code, await readdir(join(project.path, '.vscode'))]).toEqual([0, ['mcp.json']]);
  });
});
