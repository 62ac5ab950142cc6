import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { callTool } from '@cuecard/testing';
import { MyTool } from '../src/tools/my-tool.js';

test('counts words between any blanks', async () => {
  const { structuredContent } = await callTool(MyTool, { text: ' one  two\nthree ' });
  deepEqual(structuredContent, { words: 3 });
});
