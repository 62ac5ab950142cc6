import { Arg, Prompt, type PromptHandler, Runtime, NotFoundError } from '@cuecard/core';
import { expect, test } from '@jest/globals';
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

test('a prompt is rendered by its class, with the values its arguments class declares', async () => {
  expect(await runtime.prompts.render(Review, { code: 'x', language: 'go' })).toEqual(said('go: x'));
  expect(await runtime.prompts.render(Review, { code: 'x' })).toEqual(said('any: x'));
  expect(await runtime.prompts.render(Hello, {})).toEqual(said('hello'));
});

test('the same rules hold as on the wire, and a missing argument is told at run time', async () => {
  await expect(runtime.prompts.render(Review, {})).rejects.toMatchObject({
    message: 'Invalid arguments for prompt "review": code is required',
  });
});

test('wrong names and wrong types do not compile', async () => {
  // @ts-expect-error there is no such argument
  await expect(runtime.prompts.render(Review, { code: 'x', lang: 'go' })).rejects.toThrow(
    'lang is not a known argument',
  );
  // @ts-expect-error no such language
  await expect(runtime.prompts.render(Review, { code: 'x', language: 'perl' })).rejects.toThrow(
    'language must be one of',
  );
  // @ts-expect-error not a string
  await expect(runtime.prompts.render(Review, { code: 5 })).rejects.toThrow('code must be a string');
});

test('a class that is not registered is unknown', async () => {
  const Stranger = promptClass('Stranger');
  await expect(runtime.prompts.render(Stranger, {})).rejects.toThrow(new NotFoundError('prompt', 'Stranger'));
});

test('a refusal that a prompt meets inside another is the outer one’s own mistake', async () => {
  @Prompt()
  class Outer implements PromptHandler {
    render = () => runtime.prompts.render(Review, {});
  }
  const outer = new Runtime({ prompts: [Outer], logger: { error: () => {}, warn: () => {} } });
  await expect(outer.prompts.get({ name: 'outer' })).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
});
