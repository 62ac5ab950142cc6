import { text, untrusted, user } from '../build/index.js';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { dedentTemplate } from '../build/messages/messages.js';
import { runs } from '../../../build/jest/runs.ts';

const textOf = (message: { content: object }) => (message.content as { text: string }).text;
/** Renders a template with this source between the backticks. Each `§` becomes a value. */
const rendered = (raw: string, ...values: unknown[]): string => {
  const source = `tag\`${raw}\``;
  const say = new Function('tag', 'values', `return ${source.replaceAll('§', '${values.shift()}')}`);
  return textOf(say(user, values) as { content: object });
};

describe('user`…`', () => {
  test.each<[string, string, string]>([
    ['removes the indentation of the source', '\n    one\n    two\n  ', 'one\ntwo'],
    [
      'keeps the extra indentation of deeper lines',
      '\n  one\n    two\n      three\n  four\n',
      'one\n  two\n    three\nfour',
    ],
    ['keeps blank lines, but ignores their indentation', '\n    one\n\n  \n    two\n', 'one\n\n\ntwo'],
    ['keeps the spaces of blank lines beyond the indentation', '\n  one\n     \n  two\n', 'one\n   \ntwo'],
    ['empties blank lines if no other line is indented', 'one\n    \n  ', 'one\n'],
    ['removes only one line at each end', '\n\n  one\n\n', '\none\n'],
    ['keeps text next to the opening backtick in place', 'one\n    two\n      three', 'one\ntwo\n  three'],
    ['keeps spaces between the opening backtick and text', '  one\n    two', '  one\ntwo'],
    ['counts the indentation of text next to the closing backtick', '\n    one\n  two', '  one\ntwo'],
    ['leaves a template of one line unchanged', '  one  ', '  one  '],
    ['returns an empty string for an empty template', '', ''],
    ['keeps spaces alone', '  ', '  '],
    ['removes a single line break', '\n', ''],
    ['keeps one of three line breaks', '\n\n\n', '\n'],
    ['treats tabs as indentation', '\n\t\tone\n\t\t\ttwo\n\t', 'one\n\ttwo'],
    ['removes the common part of mixed tabs and spaces', '\n\t  one\n\t\ttwo\n', '  one\n\ttwo'],
    ['keeps tabs and spaces with nothing in common', '\n\tone\n    two\n', '\tone\n    two'],
    ['treats CRLF like LF', '\r\n    one\r\n      two\r\n  ', 'one\n  two'],
    [String.raw`does not treat \n as a line of the source`, '\n    one\\n  two\n    three\n', 'one\n  two\nthree'],
    [String.raw`keeps \n at the beginning and the end`, '\\none\\n', '\none\n'],
    [String.raw`keeps \n between removed line breaks`, '\n  \\n  one\n  \\n\n', '\n  one\n\n'],
    ...['\\x0a', '\\x0A', '\\u000a', '\\u000A', '\\u{a}', '\\u{0000A}'].map((escape): [string, string, string] => [
      `treats ${escape} like \\n`,
      `\n    one${escape}  two\n    three\n`,
      'one\n  two\nthree',
    ]),
    ['keeps an escaped backslash before n', '\n    one\\\\n\n    two\n', 'one\\n\ntwo'],
    [String.raw`does not treat \t as indentation`, '\n  \\tone\n  two\n', '\tone\ntwo'],
    [String.raw`does not treat \x20 as indentation`, '\n  \\x20one\n  two\n', ' one\ntwo'],
    [String.raw`does not treat a line of \t as blank`, '\n    one\n  \\t\n', '  one\n\t'],
    ['treats a continued line as one', '\n  one \\\n  two\n', 'one   two'],
    [String.raw`evaluates other escapes as usual`, '\\N\\U\\X0a\\\\\\`\\${\\u00e9', 'NUX0a\\`${é'],
  ])('%s', (_, raw, expected) => {
    expect(rendered(raw)).toBe(expected);
  });

  test.each<[string, string, unknown[], string]>([
    ['keeps the indentation of interpolated text', '\n    one\n    §\n', ['a\n  b'], 'one\na\n  b'],
    ['counts a value alone on its line as text', '\n    one\n  §\n', ['x'], '  one\nx'],
    ['interpolates two values on a line', '\n  § §\n    §\n', [1, 2, 3], '1 2\n  3'],
    ['interpolates values without text around them', '§§', ['  a\n', '\n  b  '], '  a\n\n  b  '],
    ['interpolates values next to the backticks', '§\n    one\n    §', ['a', 'b'], 'a\none\nb'],
    ['keeps empty first and last lines of values', '\n  §\n', ['\n\n'], '\n\n'],
    ['interpolates numbers, bigints and booleans', '§ § §', [1.5, 2n, false], '1.5 2 false'],
  ])('%s', (_, raw, values, expected) => {
    expect(rendered(raw, ...values)).toBe(expected);
  });

  test('keeps an invalid escape as written', () => {
    expect(rendered('\n    C:\\users\\new\n    two\n')).toBe('C:\\users\\new\ntwo');
  });

  test('dedents a template once, even if it runs repeatedly', () => {
    const strings: TemplateStringsArray[] = [];
    const tag = (template: TemplateStringsArray, ...values: unknown[]) => {
      strings.push(template);
      return values.length === 1 && dedentTemplate(template);
    };
    const [first, second] = [1, 2].map(
      (value) => tag`
      one ${value}
    `,
    );
    expect(first).toBe(second);
    expect(first).toEqual(['one ', '']);
    expect([strings.length, Object.isFrozen(first)]).toEqual([2, true]);
  });

  test('keeps the indentation inside a fence', () => {
    const message = user`
    Read this:
      ${untrusted('a\n    b')}
    Then answer.
  `;
    expect(textOf(message)).toMatch(
      /^Read this:\n {2}<untrusted-\S+ [^>]*>\na\n {4}b\n<\/untrusted-\S+>\nThen answer\.$/,
    );
  });

  test('restores any lines from their indented source', () => {
    const words = fc.stringMatching(/^[a-zé😀"'<>{}.,]([a-z 😀\t]{0,10}[a-z])?$/u);
    const line = fc.tuple(fc.nat(6), words).map(([deeper, word]) => ' '.repeat(deeper) + word);
    const lines = fc.array(fc.oneof({ weight: 4, arbitrary: line }, fc.constant('')), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.constantFrom('', '  ', '\t', '    \t', ' '.repeat(12)), words, (random, indent, anchor) => {
        const whole = [anchor, ...random, anchor];
        const raw = `\n${whole.map((each) => (each === '' ? each : indent + each)).join('\n')}\n${indent.slice(1)}`;
        expect(rendered(raw)).toBe(whole.join('\n'));
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('keeps the lines around any values', () => {
    const value = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\t', '\\', '`', '${'), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), fc.nat(8), (values, k) => {
        const indent = ' '.repeat(k);
        const raw = `\n${values.map((_, at) => `${indent}${at}: §`).join('\n')}\n`;
        expect(rendered(raw, ...values)).toBe(values.map((each, at) => `${at}: ${each}`).join('\n'));
      }),
      { numRuns: runs(5_000) },
    );
  });
});

describe('text()', () => {
  test('does not dedent', () => {
    expect(text('\n   a\n').text).toBe('\n   a\n');
  });
});
