import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { cuecard as inProcess, emptyFolder } from './support/cuecard.ts';
import { run } from './support/run.ts';
import { linkPackages } from './support/linked-packages.ts';

let folder: Awaited<ReturnType<typeof emptyFolder>>;
beforeEach(async () => {
  folder = await emptyFolder();
});
afterEach(() => folder.remove());

describe('cuecard check --strict', () => {
  test.each(['tsyringe', 'none'])('finds nothing in a new project with the container %s', async (container) => {
    await inProcess(['new', 'project', 'reviews', '--container', container], { folder: folder.path });
    const project = join(folder.path, 'reviews');
    await linkPackages(project);
    for (const definition of ['prompt weekly-report', 'tool count-words', 'resource guide'])
      await inProcess(['new', ...definition.split(' ')], { folder: project });
    expect(await run(project, ['check', '--strict'])).toEqual({
      stdout: '6 definitions: no problems found\n',
      stderr: '',
      code: 0,
    });
  });

  test.each([
    ['review-desk', '7 definitions'],
    ['shop', '8 definitions'],
    ['shared-pack', '4 definitions', '--pack', 'src/review-pack.ts#reviewPack'],
  ])('finds nothing in the example %s', async (name, count, ...args) => {
    const example = fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
    const { stdout, code } = await run(example, ['check', '--strict', ...args]);
    expect([stdout, code]).toEqual([`${count}: no problems found\n`, 0]);
  });
});
