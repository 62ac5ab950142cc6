import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { cuecard } from './support/cuecard.ts';

const SERVER = fileURLToPath(new URL('fixtures/hostile-server.mjs', import.meta.url));
const folder = import.meta.dirname;

const asked = (mode: string, args: readonly string[], typed?: readonly []) =>
  cuecard([...args, '--stdio', '--', process.execPath, SERVER, mode], { folder, ...(typed && { typed }) });

test.each([
  ['dies', 'server-unreachable', 'has gone, or answers no more'],
  ['no list', 'answer-invalid', 'gives an answer that the protocol does not have'],
  ['one cursor', 'answer-invalid', 'gives an answer that the protocol does not have'],
  ['endless', 'answer-invalid', 'gives an answer that the protocol does not have'],
])('a server that %s ends a command with %s', async (mode, code, what) => {
  const { code: exitCode, stdout } = await asked(mode, ['list', '--json']);
  const { why, fix, ...problem } = JSON.parse(stdout);
  expect({ exitCode, problem, isExplained: [typeof why, typeof fix] }).toEqual({
    exitCode: 4,
    problem: {
      ok: false,
      exitCode: 4,
      code,
      summary: `The server at ${process.execPath} ${what}`,
      docsUrl: `docs/problems.md#${code}`,
    },
    isExplained: ['string', 'string'],
  });
});

test('a command that is no server is to be run by itself', async () => {
  const argv = ['list', '--stdio', '--', process.execPath, '-e', '0'];
  const { code, stderr } = await cuecard(argv, { folder });
  expect([code, stderr]).toEqual([4, expect.stringMatching(/fix Run the command by itself, and see what it says\n/)]);
});

test('a terminal obeys nothing that a server writes but colours and lines', async () => {
  const [listed, said] = [await asked('names', ['list'], []), await asked('text', ['call', 'say', '-y'], [])];
  expect(listed.stdout.split('\n')[1]?.replaceAll(/ {2,}/g, '  ')).toBe('  say hello()  \u001B[2mgone back\u001B[22m');
  expect(said.stdout).toBe('\u001B[31mred\n');
});

test('a result without anything is said to be one', async () => {
  expect(await asked('nothing', ['call', 'say'])).toMatchObject({ code: 0, stdout: 'The tool has nothing to say.\n' });
});
