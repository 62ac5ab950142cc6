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
  const { answers } = await readChapter(title);
  const client = {
    listPrompts: () => runtime.list(),
    getPrompt: (call: Parameters<typeof runtime.get>[0]) => runtime.get(call),
    close: async () => {},
  };
  expect((await interview(client, answers, folder)).answers).toEqual(answers);
});

test('every prompt and every argument has a title and a description', async () => {
  const { prompts } = await openDesk(sample.path).runtime.list();
  const described = prompts.flatMap((prompt) => [prompt, ...(prompt.arguments ?? [])]);
  expect(described.filter(({ title, description }) => !title || !description)).toEqual([]);
});

test('several desks in one process serve their own folders', async () => {
  const [first, second] = [openDesk(sample.path), openDesk(sample.copy)];
  const ask = (desk: typeof first) => desk.runtime.get({ name: 'explain_file', arguments: { path: 'README.md' } });
  const uris = (await Promise.all([first, second].map(ask))).map(({ messages }) => messages[1]!.content);
  expect(uris).toMatchObject(
    [first, second].map(({ folder }) => ({ resource: { uri: `file://${folder.path}/README.md` } })),
  );
});
