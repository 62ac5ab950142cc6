import { sectionOf } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { cuecard } from './support/cuecard.ts';

const folder = import.meta.dirname;

describe('cuecard with invalid usage', () => {
  test.each([
    [['gett'], 'usage-unknown-command', "Unknown command 'gett'", 'Did you mean get?'],
    [['get', 'x', '--jsn'], 'usage-unknown-option', "Unknown option '--jsn'", 'Did you mean --json?'],
    [['get', 'x', '--token=secret'], 'usage-unknown-option', "Unknown option '--token'", undefined],
    [['get'], 'usage-missing-argument', "Missing required argument 'prompt'", undefined],
    [
      ['serve', '--http', '--stdio'],
      'usage-conflicting-option',
      "Option '--http' cannot be used with option '--stdio'",
      undefined,
    ],
    [
      ['dev', 'here', 'there'],
      'usage-excess-arguments',
      "Too many arguments for 'dev'. Expected 0 arguments but got 2",
      undefined,
    ],
  ])('rejects %j, as text and as JSON', async (argv, code, summary, suggestion) => {
    const fix = suggestion ?? 'Add --help to list the arguments and options';
    const [text, json] = [await cuecard(argv, { folder }), await cuecard([...argv, '--json'], { folder })];
    expect(text).toEqual({ code: 2, stdout: '', stderr: `error ${summary} [${code}]\nfix ${fix}\n` });
    expect([json.code, json.stderr, JSON.parse(json.stdout)]).toEqual([
      2,
      '',
      { ok: false, exitCode: 2, code, summary, fix, section: sectionOf('usage') },
    ]);
  });

  test('never prints the value of an unknown option', async () => {
    const { stderr } = await cuecard(['get', 'x', "--token=a\n'secret'"], { folder });
    expect(stderr).toMatch(/^error Unknown option '--token' .*\n.*\n$/);
  });

  test('rejects excess words for every command', async () => {
    const commands = ['dev', 'serve', 'check', 'docs', 'manifest', 'diff', 'new', 'connect'];
    const codes = commands.map(async (command) => {
      const { code, stderr } = await cuecard([command, 'one', 'two', 'three'], { folder });
      return [command, code, /\[([a-z-]+)\]/.exec(stderr)?.[1]];
    });
    expect(await Promise.all(codes)).toEqual(commands.map((command) => [command, 2, 'usage-excess-arguments']));
  });

  test('prints the help without a command', async () => {
    const [bare, help] = [await cuecard([], { folder }), await cuecard(['--help'], { folder })];
    expect(bare).toEqual(help);
    expect([bare.code, bare.stderr, bare.stdout.split('\n')[0]]).toEqual([0, '', 'Usage: cuecard [options] [command]']);
  });
});
