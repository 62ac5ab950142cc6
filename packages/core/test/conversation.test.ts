import { assistant, conversation, Prompt, type PromptHandler, type PromptMessage, Runtime, user } from '@cuecard/core';
import { expect, test } from '@jest/globals';

const message = (role: string, value: string) => ({ role, content: { type: 'text', text: value } });

test('conversation() joins strings, messages, arrays, results and promises in order', async () => {
  expect(
    await conversation(
      'a',
      user('b'),
      ['c', [assistant('d'), [['e']]]],
      { description: 'left out', messages: [user('f'), assistant('g')], _meta: { left: 'out' } },
      new Promise<string>((resolve) => setImmediate(() => resolve('h'))),
      Promise.resolve([user('i')]),
      [],
      Promise.resolve({ messages: [] }),
    ),
  ).toEqual([
    message('user', 'a'),
    message('user', 'b'),
    message('user', 'c'),
    message('assistant', 'd'),
    message('user', 'e'),
    message('user', 'f'),
    message('assistant', 'g'),
    message('user', 'h'),
    message('user', 'i'),
  ]);
  expect(await conversation()).toEqual([]);
});

test('conversation() includes the messages of another prompt', async () => {
  @Prompt()
  class Rules implements PromptHandler {
    render = async () => ['Be kind.', assistant('Gladly.')];
  }
  @Prompt()
  class Review implements PromptHandler {
    readonly #rules = new Rules();
    render = () => conversation(this.#rules.render(), runtime.prompts.render(Rules, {}), user`Review this.`);
  }
  const runtime = new Runtime({ prompts: [Rules, Review] });
  expect(await runtime.prompts.get({ name: 'review' })).toEqual({
    messages: [
      message('user', 'Be kind.'),
      message('assistant', 'Gladly.'),
      message('user', 'Be kind.'),
      message('assistant', 'Gladly.'),
      message('user', 'Review this.'),
    ],
  });
});

test('conversation() rejects with the error of a rejected part', async () => {
  await expect(
    conversation('a', Promise.reject(new Error('broken')), Promise.reject(new Error('too'))),
  ).rejects.toThrow('broken');
});

test('conversation() lets the runtime report a missing part', async () => {
  @Prompt()
  class Holey implements PromptHandler {
    render = () => conversation('a', undefined as unknown as PromptMessage);
  }
  const runtime = new Runtime({ prompts: [Holey], logger: { error: () => {}, warn: () => {} } });
  await expect(runtime.prompts.get({ name: 'holey' })).rejects.toMatchObject({
    message: 'Internal error',
    problem: 'returned nothing as message 1: use user(…) or assistant(…)',
  });
});

test('conversation() rejects circular arrays', async () => {
  const endless: PromptMessage[] = [];
  endless.push(endless as never, endless as never);
  await expect(conversation(endless)).rejects.toThrow('returned arrays that are nested more than 100 levels deep');
});
