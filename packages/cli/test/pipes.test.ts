import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const CUECARD = fileURLToPath(new URL('../dist/cuecard.js', import.meta.url));

function started(...args: readonly string[]) {
  const { NO_COLOR: _none, ...env } = process.env;
  return spawn(process.execPath, [CUECARD, ...args], {
    env: { ...env, FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test.each(['stdout', 'stderr'] as const)('a command ends quietly where nobody reads %s any more', async (name) => {
  const child = started(...(name === 'stdout' ? ['--help'] : ['mistyped']));
  child[name].destroy();
  const other = text(name === 'stdout' ? child.stderr : child.stdout);
  const [code] = await once(child, 'exit');
  expect([code, await other]).toEqual([0, '']);
});

test('--no-color leaves out the colours that the surroundings ask for', async () => {
  const [coloured, plain] = [started('mistyped'), started('mistyped', '--no-color')];
  const texts = await Promise.all([text(coloured.stderr), text(plain.stderr)]);
  const summary = "Unknown command 'mistyped' [usage-unknown-command]";
  expect([texts[0].includes('\u001B[31merror'), texts[1].split('\n')[0]]).toEqual([true, `error ${summary}`]);
});
