import { estimateTokens, tokensOf } from '@cuecard/testing';
import { expect, test } from '@jest/globals';

test.each([
  ['', 0],
  ['abcd', 1],
  ['abcde', 2],
  ['提示词', 3],
  ['ab 提示 😀', 4],
])('%j is estimated at %d tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test('the texts of all messages count, and those of embedded resources', () => {
  const resource = { uri: 'a:b', text: 'efgh' };
  const result = {
    messages: [
      { role: 'user' as const, content: { type: 'text' as const, text: 'abcd' } },
      { role: 'user' as const, content: { type: 'resource' as const, resource } },
      { role: 'user' as const, content: { type: 'image' as const, data: 'YWJj', mimeType: 'image/png' } },
    ],
  };
  expect([tokensOf(result), tokensOf(result, (text) => text.length)]).toEqual([2, 8]);
});
