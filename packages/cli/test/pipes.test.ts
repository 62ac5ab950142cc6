import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { DESK, greeting } from './support/desk.ts';
import { DevProcess } from './support/dev-process.ts';
import { Listener } from './support/heard.ts';
import { ProjectFolder } from './support/project-folder.ts';

const CUECARD = fileURLToPath(new URL('../dist/cuecard.js', import.meta.url));

function started(...args: readonly string[]) {
  const { NO_COLOR: _none, ...env } = process.env;
  return spawn(process.execPath, [CUECARD, ...args], {
    env: { ...env, FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('a command ends quietly where nobody reads its answer any more', async () => {
  const child = started('--help');
  child.stdout.destroy();
  const other = text(child.stderr);
  const [code] = await once(child, 'exit');
  expect([code, await other]).toEqual([0, '']);
});

test('a command whose errors nobody reads ends as it does otherwise', async () => {
  const child = started('mistyped');
  child.stderr.destroy();
  const other = text(child.stdout);
  const [code] = await once(child, 'exit');
  expect([code, await other]).toEqual([2, '']);
});

test('dev goes on where nobody reads what it says any more', async () => {
  const project = new ProjectFolder({ ...DESK, 'src/prompts/hello.ts': greeting('hello') });
  const dev = new DevProcess(project.path);
  const listener = await Listener.of(await dev.url());
  dev.process.stderr?.destroy();
  for (const edit of [1, 2, 3]) {
    project.write({ 'src/prompts/hello.ts': greeting('hello', { description: `Greets ${edit}` }) });
    expect(await listener.hears(edit)).toBe(edit);
  }
  await listener.close();
  await dev.stop();
  project.remove();
});

test('--no-color leaves out the colours that the surroundings ask for', async () => {
  const [coloured, plain] = [started('mistyped'), started('mistyped', '--no-color')];
  const texts = await Promise.all([text(coloured.stderr), text(plain.stderr)]);
  const summary = "Unknown command 'mistyped' [usage-unknown-command]";
  expect([texts[0].includes('\u001B[31merror'), texts[1].split('\n')[0]]).toEqual([true, `error ${summary}`]);
});
