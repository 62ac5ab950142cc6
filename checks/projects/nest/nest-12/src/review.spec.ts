import { expect, test } from 'vitest';
import { Runtime } from '@cuecard/core';
import { Test } from '@nestjs/testing';
import { CodeReview, Guidelines, ReviewModule } from './review.module.js';

test('a review follows the guidelines', async () => {
  const module = await Test.createTestingModule({ imports: [ReviewModule] })
    .overrideProvider(Guidelines)
    .useValue({ text: 'Be brief' })
    .compile();
  const { messages } = await module.get(Runtime).prompts.render(CodeReview, { code: 'let x' });
  expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Be brief: let x' } }]);
});
