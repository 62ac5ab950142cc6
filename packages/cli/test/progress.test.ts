import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Terminal, type TerminalStreams } from '../build/terminal/terminal.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Runs work of more than a second, and returns the text on stderr. */
async function worked(isTTY: boolean, env: Record<string, string>, prepare = (_terminal: Terminal) => {}) {
  let written = '';
  const stream = { isTTY, columns: 24, write: (text: string) => (written += text) };
  const terminal = new Terminal({ stdin: stream, stdout: stream, stderr: stream, env } as unknown as TerminalStreams);
  prepare(terminal);
  await terminal.during('Quick…', async () => {});
  await terminal.during('Loading the project…', async (tell) => {
    await jest.advanceTimersByTimeAsync(1_050);
    terminal.say('A warning');
    tell('Too soon to be drawn…');
    await jest.advanceTimersByTimeAsync(20);
    tell('Rendering the examples of 2 of 3 prompts…');
    await jest.advanceTimersByTimeAsync(150);
  });
  terminal.print('Done');
  return written;
}

const [CLEARED, REST] = ['\r\u001B[K', '\u001B[K'];

describe('Terminal.during', () => {
  test('draws one line below other output from one second on', async () => {
    const loading = `\rLoading the project…${REST}`;
    const rendering = `\rRendering the examples ${REST}`;
    expect(await worked(true, {})).toBe(`${loading}${CLEARED}A warning\n${loading}${rendering}${CLEARED}Done\n`);
  });

  test.each([
    ['stderr is not a terminal', () => worked(false, {})],
    ['CI is set', () => worked(true, { CI: '1' })],
    ['the terminal is dumb', () => worked(true, { TERM: 'dumb' })],
    ['--json is given', () => worked(true, {}, (terminal) => terminal.disableProgress())],
  ])('draws nothing if %s', async (_condition, work) => {
    expect(await work()).toBe('A warning\nDone\n');
  });
});
