import { Arg, InvalidArgumentsError, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { IsOptional } from 'class-validator';

test('the text of a list may end with a comma, and has no other empty items', async () => {
  class ListArgs {
    @Arg({ items: String, allowEmpty: true })
    @IsOptional()
    words?: string[];

    @Arg({ items: Number })
    @IsOptional()
    days?: number[];
  }
  @Prompt({ args: ListArgs })
  class Lists implements PromptHandler<ListArgs> {
    render = (args: ListArgs) => JSON.stringify(args);
  }
  const runtime = new Runtime({ prompts: [Lists] });
  const listOf = async (name: keyof ListArgs, text: string): Promise<unknown> => {
    try {
      const { messages } = await runtime.prompts.get({ name: 'lists', arguments: { [name]: text } });
      const [{ content }] = messages as unknown as [{ content: { text: string } }];
      return (JSON.parse(content.text) as ListArgs)[name];
    } catch (error) {
      if (error instanceof InvalidArgumentsError) return error.errors;
      throw error;
    }
  };
  const empty = (argument: string) => ({
    argument,
    rule: 'isNotEmpty',
    message: `${argument} must not be empty`,
    expected: 'not empty',
  });
  const texts = ['a', 'a,', ' a , b , ', '', '  ', ',', ',a', 'a,,b', 'a,,', '["a",""]'];
  const words = await Promise.all(texts.map(async (text) => listOf('words', text)));
  expect(words).toEqual([
    ['a'],
    ['a'],
    ['a', 'b'],
    [],
    [],
    [empty('words[0]')],
    [empty('words[0]')],
    [empty('words[1]')],
    [empty('words[1]')],
    ['a', ''],
  ]);
  expect([await listOf('days', '1, 2,'), await listOf('days', '1,,x')]).toEqual([
    [1, 2],
    [
      empty('days[1]'),
      { argument: 'days[2]', rule: 'isNumber', message: 'days[2] must be a number', expected: 'a number' },
    ],
  ]);
});
