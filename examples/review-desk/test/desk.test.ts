import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDesk } from '../dist/desk.js';
import { SampleRepository } from '../dist/story/sample-repository.js';
import { inProcess } from './support/in-process.ts';

let sample: SampleRepository;

beforeAll(() => {
  sample = new SampleRepository();
});

afterAll(() => sample.remove());

describe('openDesk', () => {
  test('returns the results of the story in process, without a repository', async () => {
    const { actual, expected } = await inProcess('no-repository', sample.copy);
    const { prompts: _, ...rest } = expected; // A server lists prompts with more properties.
    expect(actual).toMatchObject(rest);
  });

  test('describes every prompt and argument', async () => {
    const { prompts } = await openDesk(sample.path).runtime.prompts.list();
    const described = prompts.flatMap((prompt) => [prompt, ...(prompt.arguments ?? [])]);
    expect(described.filter(({ title, description }) => !title || !description)).toEqual([]);
  });

  test('serves several folders in one process', async () => {
    const [first, second] = [openDesk(sample.path), openDesk(sample.copy)];
    const ask = (desk: typeof first) =>
      desk.runtime.prompts.get({ name: 'explain_file', arguments: { path: 'README.md' } });
    const uris = (await Promise.all([first, second].map(ask))).map(({ messages }) => messages[1]!.content);
    expect(uris).toMatchObject([first, second].map(({ folder }) => ({ uri: `file://${folder.path}/README.md` })));
  });

  test('suggests no generated files, and outer folders first', async () => {
    const { runtime } = openDesk(sample.path);
    for (const file of ['dist/made.js', 'src/deep/er/file.ts', 'a/b.ts']) {
      mkdirSync(dirname(join(sample.path, file)), { recursive: true });
      writeFileSync(join(sample.path, file), '');
    }
    const complete = async (name: string, argument: string) => {
      const ref = { type: 'ref/prompt', name } as const;
      return (await runtime.complete({ ref, argument: { name: argument, value: '' } })).completion.values;
    };
    const files = [
      'README.md',
      'a/b.ts',
      'docs/greeting.png',
      'notes/call.wav',
      'src/deep/er/file.ts',
      'src/farewell.ts',
      'src/greet.ts',
    ];
    expect(await complete('explain_file', 'path')).toEqual(files);
    expect(await complete('onboarding', 'folder')).toEqual(['a', 'docs', 'notes', 'src', 'src/deep', 'src/deep/er']);
  });
});
