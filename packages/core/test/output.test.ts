import { assistant, Prompt, type PromptOutput, Runtime, text, user } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

function returning(output: unknown): Runtime {
  class Say {
    render = () => output as PromptOutput;
  }
  Prompt()(Say);
  return new Runtime({ prompts: [Say], logger: { error: () => {}, warn: () => {} } });
}

const said = (role: string, value: string) => ({ role, content: { type: 'text', text: value } });

describe('Result of render', () => {
  test.each<[string, PromptOutput, object]>([
    ['a string', 'hi', { messages: [said('user', 'hi')] }],
    ['an empty string', '', { messages: [said('user', '')] }],
    ['a message', assistant('hi'), { messages: [said('assistant', 'hi')] }],
    [
      'messages and strings',
      ['hi', assistant('ho'), user(text('!'))],
      { messages: [said('user', 'hi'), said('assistant', 'ho'), said('user', '!')] },
    ],
    [
      'a full result',
      { description: 'd', messages: [user('hi')], _meta: { a: 1 } },
      { description: 'd', messages: [said('user', 'hi')], _meta: { a: 1 } },
    ],
    ['arrays in arrays', [['hi'], [[assistant('ho')]]], { messages: [said('user', 'hi'), said('assistant', 'ho')] }],
  ])('is converted from %s', async (_, output, result) => {
    expect(await returning(output).prompts.get({ name: 'say' })).toEqual(result);
  });

  test('is awaited if it is a promise or thenable', async () => {
    // oxlint-disable-next-line no-thenable -- libraries return such
    const thenable = { then: (resolve: (value: string) => void) => resolve('hi') };
    expect(await returning(Promise.resolve('hi')).prompts.get({ name: 'say' })).toEqual({
      messages: [said('user', 'hi')],
    });
    expect(await returning(thenable).prompts.get({ name: 'say' })).toEqual({ messages: [said('user', 'hi')] });
  });
});
