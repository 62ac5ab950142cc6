import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cuecard, emptyFolder } from './support/cuecard.ts';
import { RawServer } from './support/raw-server.ts';

/** Sequences that write to the clipboard, clear the screen, hide text, ring, and overwrite what was printed. */
const HOSTILE = ['\u001B]52;c;aGk=\u0007', '\u001B[2J', '\u001B[8m', '\u0007', '\b', '\u009B3J', '\u202E'];
const hostile = (text: string) => `${HOSTILE.join('')}${text}\r`;
const textOf = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });

let folder: Awaited<ReturnType<typeof emptyFolder>>;
let server: RawServer;
beforeAll(async () => {
  folder = await emptyFolder();
  server = await RawServer.start({
    'prompts/list': () => ({
      prompts: [{ name: 'p', arguments: [{ name: 'a', description: hostile('What'), required: true }] }],
    }),
    'prompts/get': ({ arguments: args }) => textOf(hostile(`Got ${JSON.stringify(args)}`)),
    'completion/complete': () => ({ completion: { values: [hostile('suggested')] } }),
    'tools/list': () => ({
      tools: [
        {
          name: 't',
          inputSchema: {
            type: 'object',
            required: ['one', 'two'],
            properties: {
              one: { enum: [hostile('choice')], description: hostile('Which') },
              two: { type: 'string', description: hostile('Why') },
            },
          },
        },
      ],
    }),
    'tools/call': () => {
      throw new Error(hostile('Refused'));
    },
  });
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

/** Runs a command in a terminal; returns its exit code, and the hostile sequences that reached the terminal. */
async function reachedBy(args: readonly string[], typed: readonly (readonly [string | RegExp, string])[]) {
  let written = '';
  const onStderr = (chunk: string) => void (written += chunk);
  const options = { folder: folder.path, typed, env: { FORCE_COLOR: '1' }, onStderr };
  const { code, stdout } = await cuecard([...args, '--url', server.url], options);
  return [code, HOSTILE.filter((each) => (stdout + written).includes(each))];
}

describe('cuecard in a terminal', () => {
  test('asks for arguments of a prompt without the escape sequences of the server', async () => {
    const typed = [
      ['a (', 'x'],
      [/❯ x\n\s+suggested/, '\r'],
    ] as const;
    const [code, reached] = await reachedBy(['get', 'p'], typed);
    expect([code, reached]).toEqual([0, ['\u202E']]); // The message itself may be in a script from right to left.
  });

  test('asks for arguments of a tool without the escape sequences of the server', async () => {
    const typed = [
      ['one (', '\r'],
      ['two (', 'because\r'],
      ['Call it?', 'y\r'],
    ] as const;
    expect(await reachedBy(['call', 't'], typed)).toEqual([1, ['\u202E']]); // It is in the error of the server.
  });

  test.each([
    ['with colours', { FORCE_COLOR: '1' }],
    ['without colours', { NO_COLOR: '1' }],
  ])('prints the text of a server without its control characters, %s', async (_case, env) => {
    const args = ['get', 'p', 'a=b', '--url', server.url];
    const { stdout } = await cuecard(args, { folder: folder.path, typed: [], env });
    const heading = 'NO_COLOR' in env ? 'user' : '\u001B[1muser\u001B[22m';
    expect(stdout).toBe(`${heading}\n\u202EGot {"a":"b"}\n`);
  });
});
