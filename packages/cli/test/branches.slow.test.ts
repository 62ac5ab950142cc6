/** @slow takes more than a second: starts `cuecard dev` as a process, and switches git branches under load */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { integer, sample } from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { DESK, greeting } from './support/desk.ts';
import { DevProcess } from './support/dev-process.ts';
import { Listener } from './support/heard.ts';
import { ProjectFolder } from './support/project-folder.ts';

const PROMPTS = 300;
const EDITED = 40;
const SWITCHES = 8;

let project: ProjectFolder;
let listener: Listener | undefined;
const busy: ChildProcess[] = [];

afterEach(async () => {
  for (const each of busy.splice(0)) each.kill('SIGKILL');
  await listener?.close();
  await DevProcess.stopAll();
  project.remove();
});

const fileOf = (index: number) => `src/prompts/prompt_${index}.ts`;
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: project.path, stdio: 'ignore' });

test('cuecard dev serves the files as they are after git has switched them again and again', async () => {
  const all = Array.from({ length: PROMPTS }, (_, index) => index);
  const config = DESK['cuecard.config.ts']?.replace('(container)', '(container.createChildContainer())') ?? '';
  const prompts = all.map((index) => [fileOf(index), greeting(`prompt_${index}`)]);
  project = new ProjectFolder({
    ...DESK,
    'cuecard.config.ts': config,
    '.gitignore': 'node_modules',
    ...Object.fromEntries(prompts),
  });
  git('init');
  git('add', '.');
  git('commit', '-m', 'All');
  const dev = new DevProcess(project.path);
  listener = await Listener.of(await dev.url());
  for (const _ of [1, 2]) busy.push(spawn(process.execPath, ['-e', 'for (;;);']));
  const edit = (text: string) => {
    for (const index of all.slice(0, EDITED)) project.write({ [fileOf(index)]: greeting(`prompt_${index}`, { text }) });
    project.write({ [fileOf(PROMPTS)]: greeting(`prompt_${PROMPTS}`, { text }) });
  };
  for (let round = 1; round <= runs(6); round += 1) {
    edit(`Round ${round}`);
    git('add', '.');
    for (const pause of sample(integer({ min: 0, max: 120 }), SWITCHES)) {
      git('stash');
      await sleep(pause);
      git('stash', 'pop', '--index');
      await sleep(pause);
    }
    const texts = async () => {
      const got = [...all.slice(0, EDITED + 1), PROMPTS].map((index) =>
        listener?.text(`prompt_${index}`).catch(String),
      );
      return (await Promise.all(got)).map((text) => text?.replace(/ you.*/, ''));
    };
    const expected = [...Array.from({ length: EDITED }, () => `Round ${round}`), 'Hi', `Round ${round}`];
    await dev.reloadsUntil(async () => (await texts()).join() === expected.join());
    expect(await listener.names()).toHaveLength(PROMPTS + 1);
  }
}, 300_000);
