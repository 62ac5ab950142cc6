import { inspect } from 'node:util';
import {
  assistant,
  embed,
  fewShot,
  image,
  link,
  type PromptMessage,
  text,
  trusted,
  untrusted,
  user,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

const says = (role: string, content: unknown) => ({ role, content });
const saysText = (role: string, value: string) => says(role, { type: 'text', text: value });
const picture = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };
const page = embed({ uri: 'a:b', mimeType: 'text/plain', text: 'hi' });

/** Compiles only if the value has the type `T`. */
const expectType = <T>(value: T): T => value;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

describe('user(content)', () => {
  test.each([
    ['a string', user('hi'), saysText('user', 'hi')],
    ['a string of the assistant', assistant('hi'), saysText('assistant', 'hi')],
    ['an empty string', user(''), saysText('user', '')],
    ['a number', user(0), saysText('user', '0')],
    ['a boolean', user(false), saysText('user', 'false')],
    ['a big number', user(10n), saysText('user', '10')],
    ['trusted text', user(trusted('hi')), saysText('user', 'hi')],
    ['a block', user(picture), says('user', picture)],
    [
      'a text block with annotations and _meta',
      user(text('hi', { annotations: { priority: 1 }, _meta: { a: 1 } })),
      says('user', { type: 'text', text: 'hi', annotations: { priority: 1 }, _meta: { a: 1 } }),
    ],
    [
      'a link',
      user(link({ uri: 'a:b', name: 'b' }, { _meta: {} })),
      says('user', { type: 'resource_link', uri: 'a:b', name: 'b', _meta: {} }),
    ],
    [
      'an embedded resource',
      assistant(page),
      says('assistant', { type: 'resource', resource: { uri: 'a:b', mimeType: 'text/plain', text: 'hi' } }),
    ],
    [
      'several contents',
      user(['a', picture, 5]),
      [saysText('user', 'a'), says('user', picture), saysText('user', '5')],
    ],
    ['an empty array', user([]), []],
  ])('creates messages from %s', (_, message, expected) => {
    expect(message).toEqual(expected);
  });

  test('fences untrusted text', () => {
    expect((user(untrusted('hi')).content as { text: string }).text).toMatch(
      /^<untrusted-[\da-f]{20} .*>hi<\/untrusted-/,
    );
  });

  test('treats an array of strings as contents, not as a template', () => {
    expect(user(['  a\n'])).toEqual([saysText('user', '  a\n')]);
  });
});

describe('user`…`', () => {
  test('returns one message if it contains only text', () => {
    expect(user`Hi ${'there'}, ${5} times ${true}`).toEqual(saysText('user', 'Hi there, 5 times true'));
    expect(assistant`Hi`).toEqual(saysText('assistant', 'Hi'));
    expect(user``).toEqual(saysText('user', ''));
  });

  test('returns one message per block and per trimmed text between blocks', () => {
    expect(user`
      Look at this:
      ${picture}
      and, ${'then'},

      ${page}${picture}
    `).toEqual([
      saysText('user', 'Look at this:'),
      says('user', picture),
      saysText('user', 'and, then,'),
      says('user', page),
      says('user', picture),
    ]);
  });

  test('returns an array even for one block', () => {
    expect(assistant`${picture}`).toEqual([says('assistant', picture)]);
    expect(user`  ${picture}  ${''} `).toEqual([says('user', picture)]);
  });

  test('keeps the line breaks and indentation of text between blocks', () => {
    expect(user`
      ${picture}
      one
        two
      ${picture}
    `).toEqual([says('user', picture), saysText('user', 'one\n  two'), says('user', picture)]);
  });

  test('returns a separate message for each text block', () => {
    expect(user`a ${text('b')} c`).toEqual([saysText('user', 'a'), saysText('user', 'b'), saysText('user', 'c')]);
  });
});

describe('user with a value that is not text', () => {
  const maybe = undefined as string | undefined;
  const none = null as string | null;

  test('rejects undefined and null', () => {
    const remedy = "Pass a string instead, as in value ?? '…'.";
    // @ts-expect-error may be undefined
    expect(() => user`a ${maybe}`).toThrow(new TypeError(`undefined is not text. ${remedy}`));
    // @ts-expect-error may be null
    expect(() => user`a ${none}`).toThrow(new TypeError(`null is not text. ${remedy}`));
    // @ts-expect-error may be undefined
    expect(() => user(maybe)).toThrow(new TypeError(`undefined is not text. ${remedy}`));
    // @ts-expect-error may be null
    expect(() => text(none)).toThrow(new TypeError(`null is not text. ${remedy}`));
    // @ts-expect-error may be undefined
    expect(() => user`${picture} ${maybe}`).toThrow(new TypeError(`undefined is not text. ${remedy}`));
  });

  test('rejects objects, arrays and dates', () => {
    const problem = new TypeError('An object is not text. Wrap it in untrusted(…), or convert it to text yourself.');
    // @ts-expect-error an object
    expect(() => user`a ${{ secret: 'x' }}`).toThrow(problem);
    // @ts-expect-error an array
    expect(() => user`a ${['x']}`).toThrow(problem);
    // @ts-expect-error a date
    expect(() => user`a ${new Date(0)}`).toThrow(problem);
    // @ts-expect-error a date
    expect(() => user(new Date(0))).toThrow(problem);
    // @ts-expect-error an array in an array
    expect(() => user([['x']])).toThrow(problem);
  });

  test('rejects promises, functions and symbols', () => {
    const late = image(new Uint8Array()).catch(() => picture);
    // @ts-expect-error not awaited
    expect(() => user`a ${late}`).toThrow(new TypeError('A promise is not text. Await it.'));
    // @ts-expect-error not awaited
    expect(() => user(late)).toThrow(new TypeError('A promise is not text. Await it.'));
    // @ts-expect-error not called
    expect(() => user`a ${() => 'x'}`).toThrow(new TypeError('A function is not text. Pass a string instead.'));
    // @ts-expect-error a symbol
    expect(() => user`a ${Symbol('x')}`).toThrow(new TypeError('A symbol is not text. Pass a string instead.'));
  });
});

describe('user return type', () => {
  test('is PromptMessage for text and PromptMessage[] for blocks or arrays', () => {
    expectType<Same<ReturnType<typeof one>, PromptMessage>>(true);
    expectType<Same<ReturnType<typeof several>, PromptMessage[]>>(true);
    const plain = user`a`;
    const values = user`a ${'b'} ${1} ${untrusted('c')} ${trusted('d')}`;
    const blocks = user`a ${picture}`;
    const array = user(['a', 'b']);
    const single = user('a');
    expectType<Same<typeof plain, PromptMessage>>(true);
    expectType<Same<typeof values, PromptMessage>>(true);
    expectType<Same<typeof blocks, PromptMessage[]>>(true);
    expectType<Same<typeof array, PromptMessage[]>>(true);
    expectType<Same<typeof single, PromptMessage>>(true);
    const one = () => user`a`;
    const several = () => assistant`${page}`;
    expect([one().role, several().length]).toEqual(['user', 1]);
  });
});

describe('fewShot', () => {
  test('alternates messages of the user and the assistant', () => {
    expect(
      fewShot([
        { user: '2 + 2', assistant: 4 },
        { user: picture, assistant: text('a cat') },
      ]),
    ).toEqual([
      saysText('user', '2 + 2'),
      saysText('assistant', '4'),
      says('user', picture),
      saysText('assistant', 'a cat'),
    ]);
    expect(fewShot([])).toEqual([]);
  });
});

describe('user`…` message', () => {
  test('equals a plain message when copied, cloned, serialised and inspected', () => {
    const language = 'go';
    const message = user`Review this ${language} code`;
    const plain = { role: 'user', content: { type: 'text', text: 'Review this go code' } };
    expect({
      message,
      copy: { ...message },
      clone: structuredClone(message),
      json: JSON.parse(JSON.stringify(message)) as unknown,
      keys: Object.keys(message),
      inspected: inspect(message),
    }).toStrictEqual({
      message: plain,
      copy: plain,
      clone: plain,
      json: plain,
      keys: ['role', 'content'],
      inspected: inspect(plain),
    });
  });
});
