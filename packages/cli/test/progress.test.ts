import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Terminal, type TerminalStreams } from '../build/terminal/terminal.js';

/** What work of more than a second leaves on stderr, where that is a terminal or not. */
async function worked(isTTY: boolean, env: Record<string, string>, prepare = (_terminal: Terminal) => {}) {
  let written = '';
  const stream = { isTTY, columns: 24, write: (text: string) => (written += text) };
  const terminal = new Terminal({ stdin: stream, stdout: stream, stderr: stream, env } as unknown as TerminalStreams);
  prepare(terminal);
  await terminal.during('Quick…', async () => {});
  await terminal.during('Loading the project…', async (tell) => {
    await sleep(1_050);
    terminal.say('A warning');
    tell('Too soon to be drawn…');
    await sleep(20);
    tell('Rendering the examples of 2 of 3 prompts…');
    await sleep(150);
  });
  terminal.print('Done');
  return written;
}

const [CLEARED, REST] = ['\r\u001B[K', '\u001B[K'];

test('work that takes a second has one line on a terminal, below what is said, until it ends', async () => {
  const loading = `\rLoading the project…${REST}`;
  const rendering = `\rRendering the examples ${REST}`;
  expect(await worked(true, {})).toBe(`${loading}${CLEARED}A warning\n${loading}${rendering}${CLEARED}Done\n`);
});

test.each([
  ['where stderr is no terminal', worked(false, {})],
  ['in CI', worked(true, { CI: '1' })],
  ['in a terminal that cannot', worked(true, { TERM: 'dumb' })],
  ['for programs', worked(true, {}, (terminal) => terminal.leaveOutProgress())],
])('%s there is none', async (_where, written) => {
  expect(await written).toBe('A warning\nDone\n');
});
