import os from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { constants, runInThisContext } from 'node:vm';
import { FileBackend } from '@cuecard/labels';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cuecard } from './support/cuecard.ts';
import { ProjectFolder } from './support/project-folder.ts';
import { dataOf, run } from './support/run.ts';

const CONFIG = `import { definePrompt, byLabel, Runtime } from '@cuecard/core';
import { fileLabels } from '@cuecard/labels';
import { defineConfig } from '@cuecard/cli';

export default defineConfig(async ({ logger }) => {
  const labels = fileLabels(new URL('labels.json', import.meta.url).pathname, { protect: ['production'], logger });
  await labels.ready();
  const prompts = ['1.0.0', '2.0.0'].map((version) => definePrompt({ name: 'review', version, render: () => version }));
  const runtime = new Runtime({ prompts, labels, select: byLabel('production'), logger });
  return { name: 'desk', version: '1.0.0', runtime, close: () => labels.close() };
});
`;
const FOUNDED = ['--by', 'ada', '--why', 'INC-7'];

let project: ProjectFolder;
beforeEach(() => {
  project = new ProjectFolder({ 'cuecard.config.ts': CONFIG });
});
afterEach(() => project.remove());

/** With the times left out. */
async function labels(...words: readonly string[]) {
  const { code, stdout, stderr } = await run(project.path, ['labels', ...words]);
  return { code, stdout: stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'then'), stderr };
}

const moveTo = (version: string, expected: string) =>
  labels('set', 'production', `review@${version}`, '--expect', expected, ...FOUNDED);

describe('labels', () => {
  test('are where the code declares them, as long as none has moved', async () => {
    const said = { code: 0, stdout: 'No label has been moved: all are where the code declares them.\n', stderr: '' };
    expect([await labels(), await labels('list')]).toEqual([said, said]);
  });

  test('move, with their history, and go back', async () => {
    const moved = (text: string) => ({ code: 0, stdout: `moved production of review: ${text}\n`, stderr: '' });
    expect([
      await moveTo('1.0.0', 'none'),
      await moveTo('2.0.0', 'review@1.0.0'),
      await labels('rollback', 'production', 'review', '--by', 'bob', '--why', 'INC-8'),
      await labels('rollback', 'production', 'review', '--by', 'bob', '--why', 'INC-9', '--to', '2'),
      await labels('remove', 'production', 'review', '--expect', 'review@2.0.0', ...FOUNDED),
    ]).toEqual([
      moved('the code → 1.0.0 (revision 1)'),
      moved('1.0.0 → 2.0.0 (revision 2)'),
      moved('2.0.0 → 1.0.0 (revision 3)'),
      moved('1.0.0 → 2.0.0 (revision 4)'),
      moved('2.0.0 → the code (revision 5)'),
    ]);
    expect((await labels('history', 'production', 'review')).stdout).toBe(
      [
        '  5  2.0.0 → the code  ada, then: INC-7',
        '  4  1.0.0 → 2.0.0     bob, then: INC-9',
        '  3  2.0.0 → 1.0.0     bob, then: INC-8',
        '  2  1.0.0 → 2.0.0     ada, then: INC-7',
        '  1  the code → 1.0.0  ada, then: INC-7',
        '',
      ].join('\n'),
    );
  });

  test('are listed by name, with their share of callers', async () => {
    await moveTo('1.0.0', 'none');
    await labels('set', 'canary', 'review@2.0.0', '--percent', '10', '--by', 'bob');
    await labels('set', 'canary', 'order@3.0.0', '--kind', 'tool', '--by', 'bob', '--force');
    expect((await labels()).stdout).toBe(
      [
        'prompt review',
        '  canary      2.0.0 for 10 %  bob, then',
        '  production  1.0.0           ada, then: INC-7',
        'tool order',
        '  canary  3.0.0  bob, then',
        '',
      ].join('\n'),
    );
    expect((await labels('list', 'order')).stdout).toBe('tool order\n  canary  3.0.0  bob, then\n');
  });

  test('of a served project are those that were moved', async () => {
    await moveTo('1.0.0', 'none');
    expect((await run(project.path, ['get', 'review'])).stdout).toBe('user\n1.0.0\n');
  });

  test('move in a terminal after a question, from where they were shown', async () => {
    const typed = [['Move canary of review from the code to review@2.0.0?', 'y\r']] as const;
    const argv = ['labels', 'set', 'canary', 'review@2.0.0', '--by', 'ada'];
    const { stdout } = await cuecard(argv, { folder: project.path, typed });
    expect([
      stripVTControlCharacters(stdout).includes('moved canary of review: the code → 2.0.0'),
      (await dataOf<object[]>(project.path, ['labels', 'history', 'canary', 'review']))[0],
    ]).toEqual([true, expect.objectContaining({ forced: false, by: 'ada' })]);
    const no = await cuecard(argv, { folder: project.path, typed: [['Move canary of review from 2.0.0', 'n\r']] });
    expect([no.code, no.stderr.includes('canary of review was not moved')]).toEqual([1, true]);
  });

  test('are written to a file, as the fallback of a store takes it', async () => {
    await moveTo('1.0.0', 'none');
    const { stdout } = await labels('list', '--out', 'known.json');
    const listed = await dataOf<{ status: string }>(project.path, ['labels']);
    expect([stdout, { ...JSON.parse(project.read('known.json')), status: 'fresh' }]).toEqual([
      'known.json is written: 1 labels, revision 1\n',
      listed,
    ]);
  });

  test.each([
    [
      ['set', 'production', 'review@2.0.0', '--by', 'ada'],
      'error The label "production" of "review" is protected: say why, and which version it has to be on: { why, expect } [label-protected]\nfix Give --why, and --expect with the version where it is\n',
      1,
    ],
    [
      ['set', 'canary', 'review@2.0.0', '--expect', 'review@1.0.0'],
      'error The label "canary" of "review" is where the code declares it, and not on 1.0.0. Nothing was moved [label-elsewhere]\nfix Look at its history, and decide anew\n',
      1,
    ],
    [
      ['rollback', 'canary', 'review'],
      'error The label "canary" of "review" has no move in its history [history-missing]\nfix Look at what there is: cuecard labels history\n',
      1,
    ],
    [
      ['set', 'canary', 'review'],
      'error "review" is no version: use name@version, such as review@2.1.0 [label-refused]\n',
      2,
    ],
    [
      ['set', 'canary'],
      'error A label, and the name or version that it belongs to, are needed [arguments-missing]\nfix cuecard labels set production review@2.1.0\n',
      2,
    ],
    [
      ['set', 'canary', 'review@2.0.0', '--percent', 'ten'],
      'error --percent is not a number [argument-invalid]\nfix Give a number to --percent\n',
      2,
    ],
    [
      ['move'],
      'error What to do with labels is not "move" [word-unknown]\nfix Give one of these: list, set, remove, history, rollback, restore\n',
      2,
    ],
  ])('that %j names do not move, and why', async (words, stderr, code) => {
    expect(await labels(...words)).toEqual({ code, stdout: '', stderr });
  });

  test('go back only from where they have to be', async () => {
    await moveTo('1.0.0', 'none');
    await moveTo('2.0.0', 'review@1.0.0');
    const { code, stderr } = await labels('rollback', 'production', 'review', '--expect', 'review@1.0.0', ...FOUNDED);
    expect([code, stderr]).toEqual([
      1,
      'error The label "production" of "review" is on 2.0.0, since ada moved it, and not on 1.0.0. Nothing was moved [label-elsewhere]\n' +
        'fix Look at its history, and decide anew\n',
    ]);
  });

  test('go back to a version that an instance lacks only if they are forced', async () => {
    await moveTo('1.0.0', 'none');
    await moveTo('2.0.0', 'review@1.0.0');
    const instance = { id: 'pod-1', serves: new Set(['prompt review', 'prompt review@2.0.0']) };
    await new FileBackend(join(project.path, 'labels.json')).announce(instance);
    const back = (...more: readonly string[]) => labels('rollback', 'production', 'review', ...FOUNDED, ...more);
    const refused = await back();
    expect([refused.stderr.includes('pod-1 does not have review@1.0.0'), (await back('--force')).stdout]).toEqual([
      true,
      'moved production of review: 2.0.0 → 1.0.0 (revision 3)\n',
    ]);
  });

  test('need an author where the system does not know its user, as in a container', async () => {
    // Jest's `node:module` cannot pass the change on to code that imports `userInfo` by its name.
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    const { syncBuiltinESMExports } = await runInThisContext("import('node:module')", { importModuleDynamically });
    const userInfo = jest.spyOn(os, 'userInfo').mockImplementation(() => {
      throw new Error('ENOENT');
    });
    syncBuiltinESMExports();
    const { code, stderr } = await labels('set', 'canary', 'review@1.0.0');
    userInfo.mockRestore();
    syncBuiltinESMExports();
    expect([code, stderr]).toEqual([
      2,
      'error The system does not know who moves the label [arguments-missing]\nfix Say who: --by ada\n',
    ]);
  });

  test('are listed in one line each, whatever the reason', async () => {
    await labels('set', 'canary', 'review@1.0.0', '--by', 'ada', '--why', 'two\n  lines');
    expect((await labels()).stdout).toBe('prompt review\n  canary  1.0.0  ada, then: two lines\n');
  });

  test('need a store', async () => {
    project.write({ 'cuecard.config.ts': CONFIG.replace(", labels, select: byLabel('production')", '') });
    expect(await labels()).toEqual({
      code: 1,
      stdout: '',
      stderr: `error The project keeps its labels in the code: there is no store in which they could be moved [labels-missing]
fix Give the runtime one: new Runtime({ labels: fileLabels('labels.json'), … })
`,
    });
  });
});
