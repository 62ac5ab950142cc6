import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { callTool } from '@cuecard/testing';
import { MyTool } from '../src/tools/my-tool.js';

test('words are counted, however many blanks part them', async () => {
  const { structuredContent } = await callTool(MyTool, { text: ' one  two\nthree ' });
  deepEqual(structuredContent, { words: 3 });
});
