import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { callTool, fake } from '@cuecard/testing';
import { HouseRules } from '../src/services/house-rules.js';
import { FindRules } from '../src/tools/find-rules.js';

const provide = [fake(HouseRules, { list: ['Be kind.', 'Test it.'] })];

test('finds rules by a word in any case', async () => {
  const { structuredContent } = await callTool(FindRules, { word: 'TEST' }, { provide });
  deepEqual(structuredContent, { rules: ['Test it.'] });
});
