import { readFile } from 'node:fs/promises';
import { Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { asHost, hostNames } from '@cuecard/testing';
import { expect, test } from '@jest/globals';

@Prompt({ name: 'hello' })
class Hello implements PromptHandler {
  render = () => 'Hello';
}

test('hostNames contains every host with a profile', async () => {
  const page = await readFile(new URL('../../../docs/clients.md', import.meta.url), 'utf8');
  const [, rows = ''] = /The known profiles are\s([^.]*)\./.exec(page) ?? [];
  expect(hostNames.toSorted()).toEqual([...rows.matchAll(/`([^`]+)`/g)].map(([, host]) => host).toSorted());
});

test.each(hostNames)('asHost returns a `clientInfo` with the profile of the host: %s', async (host) => {
  const { tools } = new Runtime({ prompts: [Hello], clients: { [host]: { lacksPrompts: true } } });
  const names = (await tools.list({}, { client: asHost(host) })).tools.map(({ name }) => name);
  expect(names).toEqual(['hello']);
});

test('asHost knows exactly the hosts that the runtime knows, with equal clients', () => {
  const { hosts } = new Runtime({ prompts: [] });
  const played = (client: object) => ({ ...client, version: undefined });
  expect(hosts.map(({ key, client }) => [key, played({ revision: '2025-11-25', ...client })])).toEqual(
    hostNames.map((host) => [host, played(asHost(host))]),
  );
});

test('asHost makes a runtime list prompts as tools for a host without prompts', async () => {
  const { tools } = new Runtime({ prompts: [Hello] });
  const names = async (host: 'codex' | 'claude-code') =>
    (await tools.list({}, { client: asHost(host) })).tools.map(({ name }) => name);
  expect([await names('codex'), await names('claude-code')]).toEqual([['hello'], []]);
});

test('asHost rejects an unknown host', () => {
  // @ts-expect-error there is no such host
  expect(() => asHost('netscape')).toThrow(
    /^asHost does not know the host "netscape": use one of claude-code, codex, /,
  );
});
