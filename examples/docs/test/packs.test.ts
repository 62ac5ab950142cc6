import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { mount, Runtime } from '@cuecard/core';
import { reviewPack } from '@cuecard/example-shared-pack';
import { connect } from '@cuecard/testing';
import { fromContainer } from '@cuecard/tsyringe';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { container } from 'tsyringe';
import { runtime } from '../dist/packs/runtime.js';
import { textsOf } from './support/results.ts';

type Connected = Pick<Client, 'getPrompt' | 'complete'>;

async function textOf(client: Connected, name: string, args: Record<string, string> = {}): Promise<string> {
  return textsOf((await client.getPrompt({ name, arguments: args })) as Parameters<typeof textsOf>[0]).join('\n');
}

async function openChanges(client: Connected, name: string): Promise<string[]> {
  const ref = { type: 'ref/prompt', name } as const;
  return (await client.complete({ ref, argument: { name: 'change', value: '' } })).completion.values;
}

describe('a pack that is mounted for each of two teams', () => {
  let [ada, bea] = [] as unknown as [Connected, Connected];
  const clients: Awaited<ReturnType<typeof connect>>[] = [];
  beforeAll(async () => {
    for (const name of ['ada', 'bea']) clients.push(await connect(runtime, { client: { name } }));
    [ada, bea] = clients as unknown as [Connected, Connected];
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
  });

  test('has each prompt once for each team, and an override', async () => {
    const listed = await clients[0]?.listPrompts();
    const names = ['commit_message', 'explain_change', 'release_notes', 'review_change'];
    const expected = [...names.map((name) => `backend_${name}`), ...names.map((name) => `frontend_${name}`), 'standup'];
    expect(listed?.prompts.map(({ name }) => name)).toEqual(expected);
    const diff = '+ label';
    expect(await textOf(ada, 'backend_commit_message', { diff })).toMatch(/^Write a commit message/);
    expect(await textOf(ada, 'frontend_commit_message', { diff })).toMatch(
      /^Write one line[^]*Every control has a label\./,
    );
  });

  test('injects the team and the caller of the request', async () => {
    const standups = await Promise.all([textOf(ada, 'standup'), textOf(bea, 'standup')]);
    expect(standups.map((text) => text.slice(0, 8))).toEqual(['Ask ada ', 'Ask bea ']);
    expect([await openChanges(ada, 'backend_review_change'), await openChanges(ada, 'frontend_review_change')]).toEqual(
      [['faster-search'], ['dark-mode']],
    );
    expect(await textOf(ada, 'backend_review_change', { change: 'faster-search' })).toContain('Queries have a limit.');
    await expect(textOf(ada, 'backend_review_change', { change: 'dark-mode' })).rejects.toThrow(
      'There is no such change',
    );
  });

  test('reports at start-up what the page shows', async () => {
    const page = await readFile(new URL('../../../docs/packs.md', import.meta.url), 'utf8');
    const misspelt = mount(reviewPack, { only: ['reveiw_change', 'release_notes'] });
    expect(() => new Runtime({ prompts: [misspelt], resolver: fromContainer(container) })).toThrow(
      expect.objectContaining({ name: 'DefinitionError', message: /```text\n([^]*?)\n```/.exec(page)?.[1] }),
    );
  });
});

test('server.ts serves two prompts of the pack, one renamed, without a container', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const args = [fileURLToPath(new URL('../dist/packs/server.js', import.meta.url))];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name, _meta }) => [name, _meta?.['dev.cuecard/version']])).toEqual([
    ['commit_message', '1.2.0'],
    ['review', '1.2.0'],
  ]);
  expect(await openChanges(client, 'review')).toEqual(['current']);
  expect(await textOf(client, 'review', { change: 'current' })).toMatch(
    /rules of our house\.\n- Nothing is left to print\.$/,
  );
  await expect(textOf(client, 'review', { change: 'other' })).rejects.toThrow('There is no such change');
  await expect(textOf(client, 'review_change')).rejects.toMatchObject({ code: -32602 });
  await client.close();
});
