import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDesk } from '../dist/desk.js';
import { readChapter } from '../dist/story/chapter.js';
import { interview } from '../dist/story/interview.js';
import { SampleRepository } from '../dist/story/sample-repository.js';

let sample: SampleRepository;

beforeAll(() => {
  sample = new SampleRepository();
});

afterAll(() => sample.remove());

test.each(['repository', 'no-repository'])('in process the desk answers as over the wire: %s', async (title) => {
  const folder = title === 'repository' ? sample.path : sample.copy;
  const { runtime } = openDesk(folder);
  const chapter = await readChapter(title);
  const resources = runtime.resources!;
  const client = {
    listPrompts: () => runtime.prompts.list(),
    getPrompt: (call: Parameters<typeof runtime.prompts.get>[0]) => runtime.prompts.get(call),
    complete: (call: Parameters<typeof runtime.complete>[0]) => runtime.complete(call),
    listResources: () => resources.list(),
    readResource: (call: { uri: string }) => resources.read(call, { client: { revision: '2025-11-25' } }),
    close: async () => {},
  };
  const { prompts: _, ...expected } = chapter;
  expect(await interview(client, chapter, folder)).toMatchObject(expected);
});

test('every prompt and every argument has a title and a description', async () => {
  const { prompts } = await openDesk(sample.path).runtime.prompts.list();
  const described = prompts.flatMap((prompt) => [prompt, ...(prompt.arguments ?? [])]);
  expect(described.filter(({ title, description }) => !title || !description)).toEqual([]);
});

test('several desks in one process serve their own folders', async () => {
  const [first, second] = [openDesk(sample.path), openDesk(sample.copy)];
  const ask = (desk: typeof first) =>
    desk.runtime.prompts.get({ name: 'explain_file', arguments: { path: 'README.md' } });
  const uris = (await Promise.all([first, second].map(ask))).map(({ messages }) => messages[1]!.content);
  expect(uris).toMatchObject([first, second].map(({ folder }) => ({ uri: `file://${folder.path}/README.md` })));
});

test('what tools have made is suggested nowhere, and folders come from the outside in', async () => {
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
