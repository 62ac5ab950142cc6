import { assistant, conversation, Prompt, type PromptHandler, type PromptMessage, Runtime, user } from '@cuecard/core';
import { expect, test } from '@jest/globals';

const said = (role: string, value: string) => ({ role, content: { type: 'text', text: value } });

test('joins strings, messages, nested arrays, full results and promises of them, in their order', async () => {
  expect(
    await conversation(
      'a',
      user('b'),
      ['c', [assistant('d'), [['e']]]],
      { description: 'left out', messages: [user('f'), assistant('g')], _meta: { left: 'out' } },
      new Promise<string>((resolve) => setTimeout(() => resolve('h'), 5)),
      Promise.resolve([user('i')]),
      [],
      Promise.resolve({ messages: [] }),
    ),
  ).toEqual([
    said('user', 'a'),
    said('user', 'b'),
    said('user', 'c'),
    said('assistant', 'd'),
    said('user', 'e'),
    said('user', 'f'),
    said('assistant', 'g'),
    said('user', 'h'),
    said('user', 'i'),
  ]);
  expect(await conversation()).toEqual([]);
});

test('says what another prompt says, injected or rendered by the runtime', async () => {
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
      said('user', 'Be kind.'),
      said('assistant', 'Gladly.'),
      said('user', 'Be kind.'),
      said('assistant', 'Gladly.'),
      said('user', 'Review this.'),
    ],
  });
});

test('fails as the part that fails', async () => {
  await expect(
    conversation('a', Promise.reject(new Error('broken')), Promise.reject(new Error('too'))),
  ).rejects.toThrow('broken');
});

test('a part that is nothing is told when it leaves', async () => {
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

test('arrays that hold themselves are a fault, and no hang', async () => {
  const endless: PromptMessage[] = [];
  endless.push(endless as never, endless as never);
  await expect(conversation(endless)).rejects.toThrow('nests arrays more than 100 deep');
});
