import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { definePrompt, Runtime, stderrLogger } from '@cuecard/core';

const [error, warn] = ['error', 'warn'] as const;

let lines: string[];
beforeEach(() => {
  lines = [];
  for (const method of [error, warn])
    jest.spyOn(console, method).mockImplementation((...written) => void lines.push(...written.join(' ').split('\n')));
});
afterEach(() => void jest.restoreAllMocks());

const failing = (cause: unknown) =>
  definePrompt({
    name: 'failing',
    render() {
      throw cause;
    },
  });

/** Logs why a prompt fails; returns the lines without the id and without the frames of the stack. */
async function logged(cause: unknown): Promise<string[]> {
  await new Runtime({ prompts: [failing(cause)] }).prompts.get({ name: 'failing' }).catch(() => {});
  return lines.filter((line) => !/^ +at /.test(line)).map((line) => line.replace(/ \[[0-9a-f-]{36}\]/, ''));
}

describe('the default logger of a runtime', () => {
  test('escapes control characters and indents the lines of a cause', async () => {
    const message = 'bad\nPrompt "other" failed\r\u001B]52;c;aGk=\u0007\u202Eend\u2028x';
    const escaped = String.raw`\u000d\u001b]52;c;aGk=\u0007\u202eend\u2028x`;
    expect(await logged(new Error(message))).toEqual([
      'Prompt "failing" failed Error: bad',
      `    Prompt "other" failed${escaped}`,
    ]);
  });

  test('escapes the causes of a cause', async () => {
    const inner = new TypeError('inner\nforged \u001B[2J');
    const [first, ...rest] = await logged(new Error('outer', { cause: inner }));
    expect(first).toBe('Prompt "failing" failed Error: outer');
    expect(rest.map((line) => /^ {4}/.test(line))).toEqual(rest.map(() => true));
    expect(rest.join('\n')).toContain(String.raw`forged \u001b[2J`);
  });

  test('escapes strings, objects and nested errors that are logged as data', () => {
    stderrLogger.warn('a%s\nb', 'c\nd\u001B');
    stderrLogger.info?.('e', { text: 'f\u202Eg', failed: new Error('h\u001B[2J') });
    expect(lines.slice(0, 2)).toEqual([String.raw`a%s\u000ab c`, String.raw`    d\u001b`]);
    expect(lines.slice(2).join('\n')).toMatch(/^e \{\n(.*\n)*.*\\u202e(.*\n)*.*\\u001b\[2J/);
    expect(lines.slice(3).map((line) => /^ {4}/.test(line))).toEqual(lines.slice(3).map(() => true));
  });
});
