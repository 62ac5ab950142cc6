import { openDesk } from '../../dist/desk.js';
import { type Chapter, readChapter } from '../../dist/story/chapter.js';
import type { DeskClient } from '../../dist/story/desk-client.js';
import { interview } from '../../dist/story/interview.js';

/** Returns the results of a desk without a server and client, and those in `expected`. */
export async function inProcess(title: string, folder: string): Promise<{ actual: Chapter; expected: Chapter }> {
  const expected = await readChapter(title);
  return { actual: await interview(clientOf(folder), expected, folder), expected };
}

function clientOf(folder: string): DeskClient {
  const { runtime } = openDesk(folder);
  const { prompts, resources } = runtime;
  return {
    listPrompts: () => prompts.list(),
    getPrompt: (call) => prompts.get(call),
    complete: (call) => runtime.complete(call),
    listResources: () => resources!.list(),
    readResource: (call) => resources!.read(call, { client: { revision: '2025-11-25' } }),
    close: async () => {},
  };
}
