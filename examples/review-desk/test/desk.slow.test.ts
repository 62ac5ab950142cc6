/** @slow takes more than a second: runs git some eighty times */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SampleRepository } from '../dist/story/sample-repository.js';
import { inProcess } from './support/in-process.ts';

let sample: SampleRepository;

beforeAll(() => {
  sample = new SampleRepository();
});

afterAll(() => sample.remove());

test('openDesk returns the results of the story in process, for a repository', async () => {
  const { actual, expected } = await inProcess('repository', sample.path);
  const { prompts: _, ...rest } = expected; // A server lists prompts with more properties.
  expect(actual).toMatchObject(rest);
});
