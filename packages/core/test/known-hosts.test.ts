import { existsSync, readFileSync } from 'node:fs';
import { assistant, audio, definePrompt, link, Runtime, user } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { KNOWN_HOSTS } from '../build/clients/known-hosts.js';

const file = (path: string) => new URL(`../../../${path}`, import.meta.url);

/** What they send was not recorded: the one was read, and `pnpm clients` runs the other. */
const NOT_RECORDED = ['vs-code', 'ai-sdk'];

test.each(Object.entries(KNOWN_HOSTS))(
  '%s has a row in the documentation, with the version seen',
  (_host, { seen }) => {
    const rows = readFileSync(file('docs/clients.md'), 'utf8').match(/^\|.*\|$/gm) ?? [];
    expect(rows.some((row) => row.includes(` ${seen} `))).toBe(true);
  },
);

test('what each known host sends is recorded, of the version seen', () => {
  const recorded = (host: string) => `packages/mcp-sdk/test/fixtures/hosts/${host}-${KNOWN_HOSTS[host]?.seen}.jsonl`;
  const missing = Object.keys(KNOWN_HOSTS).filter((host) => !existsSync(file(recorded(host))));
  expect(missing).toEqual(NOT_RECORDED);
});

const WAV = Buffer.from('UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==', 'base64');
const SOUND = '(A sound, audio/wav, that cannot be played here.)';
const FILE = { type: 'resource_link', uri: 'memo:///a', name: 'a' };

test.each([
  ['Visual Studio Code', { type: 'text', text: 'a: memo:///a' }],
  ['Visual Studio Code - Insiders', { type: 'text', text: 'a: memo:///a' }],
  ['ai-sdk-mcp-client', FILE],
])('%s gets a text in place of a sound, and what else it drops', async (name, linked) => {
  const render = async () => [assistant('Before'), user(await audio(WAV)), user(link({ uri: 'memo:///a', name: 'a' }))];
  const runtime = new Runtime({ prompts: [definePrompt({ name: 'all', render })] });
  expect(await runtime.prompts.get({ name: 'all' }, { client: { name, revision: '2025-11-25' } })).toEqual({
    messages: [
      { role: 'assistant', content: { type: 'text', text: 'Before' } },
      { role: 'user', content: { type: 'text', text: SOUND } },
      { role: 'user', content: linked },
    ],
  });
});
