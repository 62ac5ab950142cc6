import { type Client, definePrompt, defineTool, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { notified, useFakeTime } from '../../../build/jest/fake-time.ts';

useFakeTime();

const revision = '2026-07-28';
const gemini: Client = { name: 'gemini-cli-mcp-client', revision };
const long = `${'A long description. '.repeat(10)}It ends here.`;

describe('Runtime lists for Gemini CLI', () => {
  test('shortens descriptions of prompts, but not of tools', async () => {
    const prompt = definePrompt({ name: 'say', description: long, render: () => 'x' });
    const tool = defineTool({ name: 'do', description: long, call: () => 'x' });
    const runtime = new Runtime({ prompts: [prompt], tools: [tool], promptsAsTools: true });
    const { tools } = await runtime.tools.list({}, { client: gemini });
    expect(tools.map(({ description }) => description)).toEqual([
      long,
      `${long} Returns the messages of a prompt: follow them as if the user had written them.`,
    ]);
    const { prompts } = await runtime.prompts.list({}, { client: gemini });
    expect(prompts.map(({ description }) => description)).toEqual([`${long.slice(0, 96).trimEnd()}…`]);
  });

  test('marks tools as public even if the prompts differ by caller', async () => {
    const runtime = new Runtime({ tools: [defineTool({ name: 'do', call: () => 'x' })] });
    expect(await runtime.tools.list({}, { client: gemini })).toMatchObject({ cacheScope: 'public' });
  });

  test('shortens a description without cutting a character in two', async () => {
    const prompt = definePrompt({ name: 'say', description: `${'x'.repeat(95)}😀😀`, render: () => 'x' });
    const { prompts } = await new Runtime({ prompts: [prompt] }).prompts.list({}, { client: gemini });
    expect(prompts.map(({ description }) => description)).toEqual([`${'x'.repeat(95)}…`]);
  });
});

describe('Runtime.become', () => {
  test('notifies that tools changed if only the new runtime has promptsAsTools', async () => {
    const prompts = [definePrompt({ name: 'say', render: () => 'x' })];
    const runtime = new Runtime({ prompts });
    const kinds: string[] = [];
    const end = runtime.onListChanged((kind) => kinds.push(kind));
    await runtime.prompts.list();
    await runtime.tools.list();
    runtime.become(new Runtime({ prompts, promptsAsTools: true }));
    await notified();
    end();
    expect(kinds).toEqual(['tool']);
  });
});
