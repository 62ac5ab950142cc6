import { inspect } from 'node:util';
import { user } from '@cuecard/core';
import { expect, test } from '@jest/globals';

test('a message of a template that interpolates a text looks like any other', () => {
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
