import { text, untrusted, user } from '../build/index.js';
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { literalsOf } from '../build/messages/template.js';
import { runs } from '../../../test/support/runs.ts';

const textOf = (message: { content: object }) => (message.content as { text: string }).text;
/** What a template with this source says; `raw` is the source between the backticks. */
const saidBy = (raw: string, ...values: unknown[]): string => {
  const source = `tag\`${raw}\``;
  const say = new Function('tag', 'values', `return ${source.replaceAll('§', '${values.shift()}')}`);
  return textOf(say(user, values) as { content: object });
};

test.each<[string, string, string]>([
  ['the indentation of the source goes', '\n    one\n    two\n  ', 'one\ntwo'],
  ['deeper lines stay deeper', '\n  one\n    two\n      three\n  four\n', 'one\n  two\n    three\nfour'],
  ['blank lines have no say, and stay', '\n    one\n\n  \n    two\n', 'one\n\n\ntwo'],
  ['blank lines keep what they have beyond the indentation', '\n  one\n     \n  two\n', 'one\n   \ntwo'],
  ['blank lines alone have nothing to keep', 'one\n    \n  ', 'one\n'],
  ['only one line at either end goes', '\n\n  one\n\n', '\none\n'],
  ['text beside the opening backtick stays where it is', 'one\n    two\n      three', 'one\ntwo\n  three'],
  ['spaces beside the opening backtick stay before text', '  one\n    two', '  one\ntwo'],
  ['text beside the closing backtick counts', '\n    one\n  two', '  one\ntwo'],
  ['a template of one line is untouched', '  one  ', '  one  '],
  ['an empty template is empty', '', ''],
  ['spaces alone stay', '  ', '  '],
  ['line breaks alone are layout', '\n', ''],
  ['of three line breaks one is text', '\n\n\n', '\n'],
  ['tabs are indentation', '\n\t\tone\n\t\t\ttwo\n\t', 'one\n\ttwo'],
  ['tabs and spaces mixed lose what they have in common', '\n\t  one\n\t\ttwo\n', '  one\n\ttwo'],
  ['tabs and spaces with nothing in common stay', '\n\tone\n    two\n', '\tone\n    two'],
  ['sources with CRLF are as those with LF', '\r\n    one\r\n      two\r\n  ', 'one\n  two'],
  [String.raw`\n begins no line of the source`, '\n    one\\n  two\n    three\n', 'one\n  two\nthree'],
  [String.raw`\n at the beginning and the end is text`, '\\none\\n', '\none\n'],
  [String.raw`\n is text between layout`, '\n  \\n  one\n  \\n\n', '\n  one\n\n'],
  ...['\\x0a', '\\x0A', '\\u000a', '\\u000A', '\\u{a}', '\\u{0000A}'].map((escape): [string, string, string] => [
    `${escape} is as \\n`,
    `\n    one${escape}  two\n    three\n`,
    'one\n  two\nthree',
  ]),
  ['a backslash before n is text', '\n    one\\\\n\n    two\n', 'one\\n\ntwo'],
  [String.raw`\t is no indentation`, '\n  \\tone\n  two\n', '\tone\ntwo'],
  [String.raw`\x20 is no indentation`, '\n  \\x20one\n  two\n', ' one\ntwo'],
  [String.raw`a line of \t is not blank`, '\n    one\n  \\t\n', '  one\n\t'],
  ['a continued line is one', '\n  one \\\n  two\n', 'one   two'],
  [String.raw`other escapes are as always`, '\\N\\U\\X0a\\\\\\`\\${\\u00e9', 'NUX0a\\`${é'],
])('%s', (_, raw, said) => {
  expect(saidBy(raw)).toBe(said);
});

test.each<[string, string, unknown[], string]>([
  ['what is interpolated keeps its own indentation', '\n    one\n    §\n', ['a\n  b'], 'one\na\n  b'],
  ['a value alone on its line counts as text there', '\n    one\n  §\n', ['x'], '  one\nx'],
  ['two values on a line', '\n  § §\n    §\n', [1, 2, 3], '1 2\n  3'],
  ['values with nothing round them', '§§', ['  a\n', '\n  b  '], '  a\n\n  b  '],
  ['values beside the backticks', '§\n    one\n    §', ['a', 'b'], 'a\none\nb'],
  ['empty first and last lines of values stay', '\n  §\n', ['\n\n'], '\n\n'],
  ['numbers, big ones and booleans', '§ § §', [1.5, 2n, false], '1.5 2 false'],
])('%s', (_, raw, values, said) => {
  expect(saidBy(raw, ...values)).toBe(said);
});

test('an escape that means nothing is written as it is in the source', () => {
  expect(saidBy('\n    C:\\users\\new\n    two\n')).toBe('C:\\users\\new\ntwo');
});

test('a template is dedented once, however often it is used', () => {
  const strings: TemplateStringsArray[] = [];
  const tag = (template: TemplateStringsArray, ...values: unknown[]) => {
    strings.push(template);
    return values.length === 1 && literalsOf(template);
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

test('the text of a fence in a template keeps its indentation', () => {
  const message = user`
    Read this:
      ${untrusted('a\n    b')}
    Then answer.
  `;
  expect(textOf(message)).toMatch(
    /^Read this:\n {2}<untrusted-\S+ [^>]*>\na\n {4}b\n<\/untrusted-\S+>\nThen answer\.$/,
  );
});

test('random lines, indented and put between backticks, are themselves again', () => {
  const words = fc.stringMatching(/^[a-zé😀"'<>{}.,]([a-z 😀\t]{0,10}[a-z])?$/u);
  const line = fc.tuple(fc.nat(6), words).map(([deeper, word]) => ' '.repeat(deeper) + word);
  const lines = fc.array(fc.oneof({ weight: 4, arbitrary: line }, fc.constant('')), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(lines, fc.constantFrom('', '  ', '\t', '    \t', ' '.repeat(12)), words, (random, indent, anchor) => {
      const whole = [anchor, ...random, anchor];
      const raw = `\n${whole.map((each) => (each === '' ? each : indent + each)).join('\n')}\n${indent.slice(1)}`;
      expect(saidBy(raw)).toBe(whole.join('\n'));
    }),
    { numRuns: runs(10_000) },
  );
});

test('random values in random places never change the lines round them', () => {
  const value = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\t', '\\', '`', '${'), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), fc.nat(8), (values, k) => {
      const indent = ' '.repeat(k);
      const raw = `\n${values.map((_, at) => `${indent}${at}: §`).join('\n')}\n`;
      expect(saidBy(raw, ...values)).toBe(values.map((each, at) => `${at}: ${each}`).join('\n'));
    }),
    { numRuns: runs(5_000) },
  );
});

test('text blocks are never dedented', () => {
  expect(text('\n   a\n').text).toBe('\n   a\n');
});
