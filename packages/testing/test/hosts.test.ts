import { Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { asHost, hostNames } from '@cuecard/testing';
import { expect, test } from '@jest/globals';
import { KNOWN_HOSTS } from '../../core/build/clients/known-hosts.js';

test('there is a client for every host that has a profile, and the profile is found by it', () => {
  const recognised = hostNames.filter((host) => {
    const { client } = KNOWN_HOSTS[host] ?? { client: [] };
    const { name = '' } = asHost(host);
    return typeof client === 'function' ? client(asHost(host)) : client.includes(name);
  });
  expect(recognised.toSorted()).toEqual(Object.keys(KNOWN_HOSTS).toSorted());
});

test('a host that lacks prompts lists them as tools', async () => {
  @Prompt({ name: 'hello' })
  class Hello implements PromptHandler {
    render = () => 'Hello';
  }
  const { tools } = new Runtime({ prompts: [Hello] });
  const names = async (host: 'codex' | 'claude-code') =>
    (await tools.list({}, { client: asHost(host) })).tools.map(({ name }) => name);
  expect([await names('codex'), await names('claude-code')]).toEqual([['hello'], []]);
});

test('an unknown host is refused', () => {
  // @ts-expect-error there is no such host
  expect(() => asHost('netscape')).toThrow(/^asHost knows no host "netscape"; give claude-code, codex, /);
});
