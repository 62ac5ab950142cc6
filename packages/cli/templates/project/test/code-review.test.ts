import { test } from 'node:test';
import { expectFenced, expectArgumentErrors, expectText, fake, renderPrompt } from '@cuecard/testing';
import { CodeReview } from '../src/prompts/code-review.js';
import { HouseRules } from '../src/services/house-rules.js';

const provide = [fake(HouseRules, { list: ['Be kind.'] })];

test('quotes the rules and fences the code', async () => {
  const result = await renderPrompt(CodeReview, { code: 'let x = 1', language: 'typescript' }, { provide });
  expectText(result, 'Review this typescript by these rules: Be kind.');
  expectFenced(result, 'let x = 1');
});

test('rejects an unknown language', async () => {
  await expectArgumentErrors(renderPrompt(CodeReview, { code: 'x', language: 'cobol' }, { provide }), {
    language: 'isIn',
  });
});
