import { Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { CodeReviewPrompt } from '../src/review.js';

const { prompts } = new Runtime({ prompts: [CodeReviewPrompt] });

test('text becomes what the class says', async () => {
  const { messages } = await prompts.get({ name: 'code_review', arguments: { code: 'a = b', problems: '4' } });
  expect(messages).toHaveLength(1);
  expect(JSON.stringify(messages)).toContain('Review this code and name its 4 worst problems');
});

test('rules are checked', async () => {
  const refused = prompts.get({ name: 'code_review', arguments: { code: 'a = b', language: 'cobol' } });
  await expect(refused).rejects.toMatchObject({ code: -32602 });
});
