import { readFile } from 'node:fs/promises';
import { Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { asHost, hostNames } from '@cuecard/testing';
import { expect, test } from '@jest/globals';

@Prompt({ name: 'hello' })
class Hello implements PromptHandler {
  render = () => 'Hello';
}

test('hostNames has every host with a profile', async () => {
  const page = await readFile(new URL('../../../docs/clients.md', import.meta.url), 'utf8');
  const [, rows = ''] = /The known rows are\s([^.]*)\./.exec(page) ?? [];
  expect(hostNames.toSorted()).toEqual([...rows.matchAll(/`([^`]+)`/g)].map(([, host]) => host).toSorted());
});

test.each(hostNames)('%s is recognised by how it introduces itself', async (host) => {
  const { tools } = new Runtime({ prompts: [Hello], clients: { [host]: { lacksPrompts: true } } });
  const names = (await tools.list({}, { client: asHost(host) })).tools.map(({ name }) => name);
  expect(names).toEqual(['hello']);
});

test('hosts are played as a runtime says that they introduce themselves', () => {
  const { hosts } = new Runtime({ prompts: [] });
  const played = (client: object) => ({ ...client, version: undefined });
  expect(hosts.map(({ key, client }) => [key, played({ revision: '2025-11-25', ...client })])).toEqual(
    hostNames.map((host) => [host, played(asHost(host))]),
  );
});

test('a host that lacks prompts lists them as tools', async () => {
  const { tools } = new Runtime({ prompts: [Hello] });
  const names = async (host: 'codex' | 'claude-code') =>
    (await tools.list({}, { client: asHost(host) })).tools.map(({ name }) => name);
  expect([await names('codex'), await names('claude-code')]).toEqual([['hello'], []]);
});

test('an unknown host is refused', () => {
  // @ts-expect-error there is no such host
  expect(() => asHost('netscape')).toThrow(/^asHost knows no host "netscape"; give claude-code, codex, /);
});
