/** @slow takes more than a second: runs git some eighty times */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SampleRepository } from '../dist/story/sample-repository.js';
import { inProcess } from './support/in-process.ts';

let sample: SampleRepository;

beforeAll(() => {
  sample = new SampleRepository();
});

afterAll(() => sample.remove());

test('openDesk returns in process for a repository what the story expects over the wire', async () => {
  const { actual, expected } = await inProcess('repository', sample.path);
  const { prompts: _, ...rest } = expected; // A server lists the prompts with more members.
  expect(actual).toMatchObject(rest);
});
