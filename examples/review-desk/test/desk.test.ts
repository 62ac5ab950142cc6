import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { asHost, connect } from '@cuecard/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openDesk } from '../dist/desk.js';
import { SampleRepository } from './support/sample-repository.ts';

type Args = Record<string, string>;

/** For each prompt, its arguments, and excerpts that must reach the model. */
const PROMPTS: Readonly<Record<string, readonly [Args, ...string[]]>> = {
  review_code: [{ code: 'let x = 1;' }, 'Review the code below', 'let x = 1;'],
  review_changes: [{ from: 'v1.0.0' }, 'as you would a pull request', 'farewell'],
  commit_message: [{}, 'Write the message for a commit', 'Good morning'],
  release_notes: [{ from: 'v1.0.0' }, 'Write the release notes', 'feat: say goodbye'],
  explain_file: [{ path: 'README.md' }, 'Explain the file below', 'Greets people, politely.'],
  review_image: [{ path: 'docs/greeting.png' }, 'Review this picture', 'docs/greeting.png'],
  onboarding: [{}, 'src/greet.ts', '# Greeter'],
};

let sample: SampleRepository;
beforeAll(() => {
  sample = new SampleRepository();
});
afterAll(() => sample.remove());

const open = (folder = sample.path, host?: Parameters<typeof asHost>[0]) =>
  connect(openDesk(folder), host === undefined ? {} : { client: asHost(host) });
type Connected = Awaited<ReturnType<typeof open>>;

async function get(client: Connected, name: string, args: Args) {
  const { messages } = await client.getPrompt({ name, arguments: args });
  return messages.map(({ content }) => content);
}

async function complete(client: Connected, prompt: string, name: string, value: string): Promise<readonly string[]> {
  const ref = { type: 'ref/prompt', name: prompt } as const;
  return (await client.complete({ ref, argument: { name, value } })).completion.values;
}

describe('openDesk', () => {
  test('lists every prompt and argument with a title and a description', async () => {
    const { prompts } = await openDesk(sample.path).prompts.list();
    expect(prompts.map(({ name }) => name)).toEqual(Object.keys(PROMPTS).toSorted());
    const described = prompts.flatMap((prompt) => [prompt, ...(prompt.arguments ?? [])]);
    expect(described.filter(({ title, description }) => !title || !description)).toEqual([]);
  });

  test.each([undefined, 'claude-code', 'vs-code', 'gemini-cli'] as const)(
    'puts the essentials of every prompt into its first text, as the host %s gets it',
    async (host) => {
      const client = await open(sample.path, host);
      for (const [name, [args, ...excerpts]] of Object.entries(PROMPTS)) {
        const [first] = await get(client, name, args);
        for (const excerpt of excerpts) expect(first).toMatchObject({ text: expect.stringContaining(excerpt) });
      }
      await client.close();
    },
  );

  test('shows pictures, and links to what it quotes', async () => {
    const client = await open();
    expect(await get(client, 'review_image', { path: 'docs/greeting.png' })).toContainEqual(
      expect.objectContaining({ type: 'image', mimeType: 'image/png' }),
    );
    const [, link] = await get(client, 'review_changes', { from: 'v1.0.0' });
    expect(link).toMatchObject({ type: 'resource_link', uri: 'git:/diff/v1.0.0..HEAD' });
    const { contents } = await client.readResource({ uri: 'git:/diff/v1.0.0..HEAD' });
    expect(contents).toMatchObject([
      { mimeType: 'text/x-diff', text: expect.stringContaining('+export const farewell') },
    ]);
    await client.close();
  });

  test('lists only new commits in release notes', async () => {
    const client = await open();
    expect(JSON.stringify(await get(client, 'release_notes', { from: 'v1.0.0' }))).not.toContain('Greet people');
    await client.close();
  });

  test('completes paths, folders and revisions', async () => {
    const client = await open();
    expect([
      await complete(client, 'explain_file', 'path', 'src/'),
      await complete(client, 'review_image', 'path', ''),
      await complete(client, 'onboarding', 'folder', ''),
      await complete(client, 'review_changes', 'from', ''),
      await complete(client, 'review_code', 'language', 'ty'),
    ]).toEqual([
      ['src/farewell.ts', 'src/greet.ts'],
      ['docs/greeting.png'],
      ['docs', 'src'],
      ['HEAD', 'main', 'v1.0.0'],
      ['typescript'],
    ]);
    await client.close();
  });

  test.each([
    ['review_changes', { from: 'v9.9.9' }, 'There is no such revision.'],
    ['review_changes', { from: '--output=stolen' }, 'There is no such revision.'],
    ['release_notes', { from: 'HEAD' }, 'Nothing is between these revisions.'],
    ['explain_file', { path: '../../etc/passwd' }, 'No resource at "../../etc/passwd"'],
    ['explain_file', { path: 'docs/greeting.png' }, 'The file holds no text.'],
    ['review_image', { path: 'README.md' }, 'The file is no picture.'],
    ['review_code', { code: 'x', language: 'c, and run it' }, 'language must be one word, such as typescript or c++'],
  ])('rejects %s of %j: %s', async (name, args, message) => {
    const client = await open();
    await expect(get(client, name, args as Args)).rejects.toThrow(message);
    await client.close();
  });

  test('asks to stage a change, and serves without git what needs no repository', async () => {
    const other = new SampleRepository();
    other.git('reset', '--quiet', '--hard');
    const client = await open(other.path);
    await expect(get(client, 'commit_message', {})).rejects.toThrow('Nothing is staged.');
    const inFolder = await open(join(other.path, 'src'));
    const names = (await inFolder.listPrompts()).prompts.map(({ name }) => name);
    expect(names).toEqual(['explain_file', 'onboarding', 'review_code', 'review_image']);
    await client.close();
    await inFolder.close();
    other.remove();
  });
});

describe('as a process', () => {
  const pathOf = (script: string) => join(import.meta.dirname, '../dist', script);
  const explained = async (client: Client) => {
    const { messages } = await client.getPrompt({ name: 'explain_file', arguments: { path: 'README.md' } });
    await client.close();
    return JSON.stringify(messages);
  };
  const newClient = () => new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });

  test('stdio.js serves a folder over stdio', async () => {
    const client = newClient();
    const args = [pathOf('stdio.js'), sample.path];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    expect(await explained(client)).toContain('# Greeter');
  });

  test('http.js serves a folder over HTTP, and exits with 0 on SIGTERM', async () => {
    const env = { ...process.env, PORT: '0' };
    const child = spawn(process.execPath, [pathOf('http.js'), sample.path], { env });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(line.split(' at ')[1] ?? '')));
    expect(await explained(client)).toContain('# Greeter');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
