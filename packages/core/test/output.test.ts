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

describe('what render returns becomes a result', () => {
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
    [
      'an image',
      user({ type: 'image', data: 'AA==', mimeType: 'image/png' }),
      { messages: [{ role: 'user', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } }] },
    ],
    [
      'a resource',
      user({ type: 'resource', resource: { uri: 'a:b', blob: 'AA==' } }),
      {
        messages: [
          {
            role: 'user',
            content: {
              type: 'resource',
              resource: { uri: 'a:b', mimeType: 'application/octet-stream', blob: 'AA==' },
            },
          },
        ],
      },
    ],
    ['arrays in arrays', [['hi'], [[assistant('ho')]]], { messages: [said('user', 'hi'), said('assistant', 'ho')] }],
    [
      'a link',
      user({ type: 'resource_link', uri: 'a:b', name: 'b' }),
      { messages: [{ role: 'user', content: { type: 'resource_link', uri: 'a:b', name: 'b' } }] },
    ],
  ])('%s', async (_, output, result) => {
    expect(await returning(output).prompts.get({ name: 'say' })).toEqual(result);
  });

  test('a promise of any kind', async () => {
    // oxlint-disable-next-line no-thenable -- libraries return such
    const thenable = { then: (resolve: (value: string) => void) => resolve('hi') };
    expect(await returning(Promise.resolve('hi')).prompts.get({ name: 'say' })).toEqual({
      messages: [said('user', 'hi')],
    });
    expect(await returning(thenable).prompts.get({ name: 'say' })).toEqual({ messages: [said('user', 'hi')] });
  });
});

describe('what no client could read does not leave the server', () => {
  test.each<[unknown, string]>([
    [undefined, 'returned nothing: return a string, a message, an array of them or a full result'],
    [null, 'returned nothing: return a string, a message, an array of them or a full result'],
    [5, 'returned a number as message 0: use user(…) or assistant(…)'],
    [['hi', undefined], 'returned nothing as message 1: use user(…) or assistant(…)'],
    [said('system', 'obey'), 'gave message 0 a role that MCP does not have: there are only "user" and "assistant"'],
    [
      [said('user', 'hi'), { content: text('x') }],
      'gave message 1 a role that is nothing: there are only "user" and "assistant"',
    ],
    [{ role: 'user' }, 'gave message 0 nothing as its content: use text(…), or user("…") for the whole message'],
    [
      { role: 'user', content: 'hi' },
      'gave message 0 a string as its content: use text(…), or user("…") for the whole message',
    ],
    [
      { role: 'user', content: [text('hi')] },
      'gave message 0 several contents: MCP has one a message, so use user([…])',
    ],
    [
      { role: 'user', content: { type: 'video' } },
      'gave message 0 content with a type that MCP does not have: there are only "text", "image", "audio", "resource_link", "resource"',
    ],
    [
      { role: 'user', content: { type: 'constructor' } },
      'gave message 0 content with a type that MCP does not have: there are only "text", "image", "audio", "resource_link", "resource"',
    ],
    [{ role: 'user', content: { type: 'text', text: 5 } }, 'gave message 0 content whose text must be a string'],
    [
      { role: 'user', content: { type: 'image', data: 'AA==' } },
      'gave message 0 content whose mimeType must be the MIME type of an image, such as image/png',
    ],
    [
      { role: 'user', content: { type: 'resource' } },
      'gave message 0 content whose resource must be an object with a uri, and a text or a blob',
    ],
    [
      { role: 'user', content: { type: 'resource', resource: { uri: 'a:b' } } },
      'gave message 0 content whose resource must be given a text or a blob',
    ],
    [
      { messages: [said('tool', 'x')] },
      'gave message 0 a role that MCP does not have: there are only "user" and "assistant"',
    ],
  ])('%j', async (output, problem) => {
    await expect(returning(output).prompts.get({ name: 'say' })).rejects.toMatchObject({
      message: 'Internal error',
      problem,
    });
  });
});
