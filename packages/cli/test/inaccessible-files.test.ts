import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { foundProject } from './support/found-project.ts';
import type { ProjectFolder } from './support/project-folder.ts';
import { run } from './support/run.ts';

let project: ProjectFolder;

beforeEach(() => {
  project = foundProject({
    'picture.ts': `
@Prompt({ description: 'Shows a picture' })
export class Picture implements PromptHandler { render = () => ({ role: 'user', content: { type: 'image', data: 'aGk=', mimeType: 'image/png' } }); }
`,
  });
  project.write({ 'a-file': '', 'a-folder/file': '' });
});

afterEach(() => project.remove());

const refused = (path: string, code: string) => ({
  code: 1,
  stdout: '',
  stderr: `error ${path} cannot be read or written (${code}) [file-inaccessible]
fix Check the path, and its owner and permissions
`,
});

describe('cuecard', () => {
  test.each([
    ['manifest --out a-file/contract.json', 'a-file/contract.json', 'EEXIST: file already exists'],
    ['manifest --out a-folder', 'a-folder', 'EISDIR: illegal operation on a directory'],
    ['docs --out a-file', 'a-file', 'ENOTDIR: not a directory'],
    ['docs --out a-file/pages', 'a-file/pages', 'ENOTDIR: not a directory'],
    ['get picture --out a-file', 'a-file', 'EEXIST: file already exists'],
  ])('reports an inaccessible file: %s', async (line, path, system) => {
    expect(await run(project.path, line.split(' '))).toEqual(refused(path, system));
  });

  test('creates missing folders', async () => {
    const { code } = await run(project.path, ['manifest', '--out', 'new/folder/contract.json']);
    expect({ code, wrote: readdirSync(`${project.path}/new/folder`).length }).toEqual({ code: 0, wrote: 1 });
  });
});
