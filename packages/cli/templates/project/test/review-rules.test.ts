import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { fake, readResource } from '@cuecard/testing';
import { ReviewRules } from '../src/resources/review-rules.js';
import { HouseRules } from '../src/services/house-rules.js';

const provide = [fake(HouseRules, { list: ['Be kind.', 'Test it.'] })];

test('returns the rules as a Markdown list', async () => {
  const { contents } = await readResource(ReviewRules, 'rules:review', { provide });
  deepEqual(contents, [{ uri: 'rules:review', mimeType: 'text/markdown', text: '- Be kind.\n- Test it.' }]);
});
