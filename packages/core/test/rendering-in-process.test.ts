import { Arg, Prompt, type PromptHandler, Runtime, NotFoundError } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsIn, IsOptional } from 'class-validator';
import { promptClass } from './support/prompts.ts';

class ReviewArgs {
  @Arg() code!: string;

  @Arg()
  @IsOptional()
  @IsIn(['go', 'rust'])
  language?: 'go' | 'rust';
}
@Prompt({ args: ReviewArgs })
class Review implements PromptHandler<ReviewArgs> {
  render = ({ code, language }: ReviewArgs) => `${language ?? 'any'}: ${code}`;
}
const Hello = promptClass('Hello', 'hello');
const runtime = new Runtime({ prompts: [Review, Hello] });
const said = (value: string) => ({ messages: [{ role: 'user', content: { type: 'text', text: value } }] });

describe('Runtime.prompts.render', () => {
  test('renders a class with the values of its arguments', async () => {
    expect(await runtime.prompts.render(Review, { code: 'x', language: 'go' })).toEqual(said('go: x'));
    expect(await runtime.prompts.render(Review, { code: 'x' })).toEqual(said('any: x'));
    expect(await runtime.prompts.render(Hello, {})).toEqual(said('hello'));
  });

  test('rejects missing arguments', async () => {
    await expect(runtime.prompts.render(Review, {})).rejects.toMatchObject({
      message: 'Invalid arguments for prompt "review": code is required',
    });
  });

  test('rejects unknown arguments and wrong types at compile time and at run time', async () => {
    // @ts-expect-error unknown argument
    await expect(runtime.prompts.render(Review, { code: 'x', lang: 'go' })).rejects.toThrow(
      'lang is not a known argument',
    );
    // @ts-expect-error unknown language
    await expect(runtime.prompts.render(Review, { code: 'x', language: 'perl' })).rejects.toThrow(
      'language must be one of',
    );
    // @ts-expect-error not a string
    await expect(runtime.prompts.render(Review, { code: 5 })).rejects.toThrow('code must be a string');
  });

  test('rejects a class that is not registered', async () => {
    const Stranger = promptClass('Stranger');
    await expect(runtime.prompts.render(Stranger, {})).rejects.toThrow(new NotFoundError('prompt', 'Stranger'));
  });

  test('fails with an internal error if a prompt passes invalid arguments to another prompt', async () => {
    @Prompt()
    class Outer implements PromptHandler {
      render = () => runtime.prompts.render(Review, {});
    }
    const outer = new Runtime({ prompts: [Outer], logger: { error: () => {}, warn: () => {} } });
    await expect(outer.prompts.get({ name: 'outer' })).rejects.toMatchObject({
      code: -32603,
      message: 'Internal error',
    });
  });
});
