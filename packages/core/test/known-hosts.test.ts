import { existsSync, readFileSync } from 'node:fs';
import { assistant, audio, byLabel, type CallOptions, definePrompt, link, Runtime, user } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { KNOWN_HOSTS } from '../build/clients/known-hosts.js';

const file = (path: string) => new URL(`../../../${path}`, import.meta.url);

/**
 * Hosts without a recording. Kilo sends the same requests as opencode, VS Code's profile comes from its source code,
 * and `pnpm checks clients` runs the last.
 */
const NOT_RECORDED = ['kilo', 'vs-code', 'ai-sdk'];

const pages = ['docs/clients.md', 'docs/tested-clients.md'].map((page) => readFileSync(file(page), 'utf8')).join('');

describe('KNOWN_HOSTS', () => {
  test.each(Object.entries(KNOWN_HOSTS))('documents the version of %s', (_host, { testedVersion }) => {
    const rows = pages.match(/^\|.*\|$/gm) ?? [];
    expect(rows.some((row) => row.includes(` ${testedVersion} `))).toBe(true);
  });

  test('has a recording of each tested version, except for hosts in NOT_RECORDED', () => {
    const recorded = (host: string) =>
      `packages/server/test/wire/fixtures/hosts/${host}-${KNOWN_HOSTS[host]?.testedVersion}.jsonl`;
    const missing = Object.keys(KNOWN_HOSTS).filter((host) => !existsSync(file(recorded(host))));
    expect(missing).toEqual(NOT_RECORDED);
  });
});

const WAV = Buffer.from('UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==', 'base64');
const AUDIO_TEXT = '(Audio, audio/wav, that cannot be played here.)';
const FILE = { type: 'resource_link', uri: 'memo:///a', name: 'a' };

describe('Runtime.prompts.get for known hosts', () => {
  test.each([
    ['Visual Studio Code', { type: 'text', text: 'a: memo:///a' }],
    ['Visual Studio Code - Insiders', { type: 'text', text: 'a: memo:///a' }],
    ['ai-sdk-mcp-client', FILE],
  ])('replaces audio and unsupported links with text for %s', async (name, linked) => {
    const render = async () => [
      assistant('Before'),
      user(await audio(WAV)),
      user(link({ uri: 'memo:///a', name: 'a' })),
    ];
    const runtime = new Runtime({ prompts: [definePrompt({ name: 'all', render })] });
    expect(await runtime.prompts.get({ name: 'all' }, { client: { name, revision: '2025-11-25' } })).toEqual({
      messages: [
        { role: 'assistant', content: { type: 'text', text: 'Before' } },
        { role: 'user', content: { type: 'text', text: AUDIO_TEXT } },
        { role: 'user', content: linked },
      ],
    });
  });
});

describe('Runtime.hosts', () => {
  test('lists known and configured hosts with their client and profile', () => {
    const runtime = new Runtime({
      prompts: [],
      clients: {
        opencode: false,
        codex: { lacksPrompts: false },
        mine: { client: ['my-host', 'my-other-host'], drops: ['audio'] },
        rare: { client: ({ version }) => version === '9' },
      },
    });
    const { hosts } = runtime;
    expect(hosts.map(({ key }) => key).toSorted()).toEqual(
      ['mine', ...Object.keys(KNOWN_HOSTS)].filter((key) => key !== 'opencode').toSorted(),
    );
    const found = (key: string) => hosts.find((host) => host.key === key);
    expect(found('mine')).toEqual({
      key: 'mine',
      client: { name: 'my-host', capabilities: {} },
      profile: { drops: ['audio'] },
    });
    expect(found('codex')).toMatchObject({
      client: { name: 'codex-mcp-client', version: '0.169.0', capabilities: { elicitation: { form: {} } } },
      profile: { lacksPrompts: false, formsLackNumbers: true },
    });
    expect(found('qwen-code')?.client.name).toBe('qwen-cli-mcp-client-server');
  });
});

describe('Runtime.find', () => {
  test('returns the selected version that is visible to the caller', async () => {
    const versions = ['1.0.0', '2.0.0'].map((version) => {
      return definePrompt({
        name: 'review',
        version,
        labels: [`v${version[0]}`],
        scopes: ['read'],
        render: () => version,
      });
    });
    const runtime = new Runtime({ prompts: versions, select: byLabel('v1') });
    const auth = { principal: 'ann', scopes: ['read'] };
    const found = async (name: string, call?: CallOptions) => (await runtime.find(name, 'prompt', call))?.version;
    expect([await found('review'), await found('review', { auth }), await found('review@2.0.0', { auth })]).toEqual([
      undefined,
      '1.0.0',
      '2.0.0',
    ]);
    expect([await found('none', { auth }), await runtime.find('review', 'tool', { auth })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('Definition', () => {
  test('has the title and description of its list entry', () => {
    const described = { title: 'Review', description: 'Reviews', deprecated: 'Use check' };
    const { registry } = new Runtime({ prompts: [definePrompt({ name: 'review', ...described, render: () => 'x' })] });
    const { title, description, entry } = registry.get('review')!;
    expect([title, description]).toEqual(['Review', 'Deprecated: Use check. Reviews']);
    expect(entry).toMatchObject({ title, description });
  });
});
