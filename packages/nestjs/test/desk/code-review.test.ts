import { Runtime } from '@cuecard/core';
import { withRequest } from '@cuecard/nestjs';
import { expect, test } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { AppModule } from './app.module.ts';
import { TokenGuard } from './auth.guard.ts';
import { CodeReview } from './code-review.ts';
import { Guidelines } from './guidelines.ts';

test('a review follows the guidelines', async () => {
  const module = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(Guidelines)
    .useValue({ text: 'Be brief.' })
    .overrideProvider(TokenGuard)
    .useValue({ canActivate: () => true })
    .compile();
  const { prompts } = module.get(Runtime);
  const user = { name: 'Ann', roles: ['developer'] };
  const review = await withRequest({ user }, () => prompts.render(CodeReview, { code: 'let x' }));
  expect(JSON.stringify(review)).toContain('Review this for Ann. Be brief.');
});
