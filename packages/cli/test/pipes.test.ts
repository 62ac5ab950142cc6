import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const CUECARD = fileURLToPath(new URL('../dist/cuecard.js', import.meta.url));

function started(...args: readonly string[]) {
  const { NO_COLOR: _none, ...env } = process.env;
  return spawn(process.execPath, [CUECARD, ...args], {
    env: { ...env, FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe('cuecard', () => {
  test('exits with 0 and prints nothing if stdout is closed', async () => {
    const child = started('--help');
    child.stdout.destroy();
    const other = text(child.stderr);
    const [code] = await once(child, 'exit');
    expect([code, await other]).toEqual([0, '']);
  });

  test('exits with the same code if stderr is closed', async () => {
    const child = started('mistyped');
    child.stderr.destroy();
    const other = text(child.stdout);
    const [code] = await once(child, 'exit');
    expect([code, await other]).toEqual([2, '']);
  });

  test('prints no colours with --no-color, even with FORCE_COLOR', async () => {
    const [coloured, plain] = [started('mistyped'), started('mistyped', '--no-color')];
    const texts = await Promise.all([text(coloured.stderr), text(plain.stderr)]);
    const summary = "Unknown command 'mistyped' [usage-unknown-command]";
    expect([texts[0].includes('\u001B[31merror'), texts[1].split('\n')[0]]).toEqual([true, `error ${summary}`]);
  });
});
