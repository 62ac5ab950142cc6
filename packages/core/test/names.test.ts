import { Prompt, type PromptHandler, Registry } from '@cuecard/core';
import { expect, test } from '@jest/globals';

test.each([
  ['CodeReviewPrompt', 'code_review'],
  ['CodeReview', 'code_review'],
  ['Review', 'review'],
  ['Prompt', 'prompt'],
  ['PromptPrompt', 'prompt'],
  ['HTTPCheckPrompt', 'http_check'],
  ['CheckHTTP', 'check_http'],
  ['Plan2026Prompt', 'plan2026'],
  ['lowerCase', 'lower_case'],
])('a class named %s is the prompt %s', (className, name) => {
  const { [className]: type } = {
    [className]: class implements PromptHandler {
      render = () => '';
    },
  };
  if (type === undefined) throw new Error('no class');
  Prompt()(type);
  expect(new Registry([type]).list().map((prompt) => prompt.name)).toEqual([name]);
});

test('a name that is given is taken as it is', () => {
  @Prompt({ name: 'team/review.v2' })
  class Anything implements PromptHandler {
    render = () => '';
  }
  expect(new Registry([Anything]).get('team/review.v2')?.type).toBe(Anything);
});
