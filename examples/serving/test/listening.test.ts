import { definePrompt, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/mcp-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from '@jest/globals';
import { connectTo } from '../dist/client.js';
import { keepListening } from '../dist/listening.js';
import { Balancer } from '../../../packages/mcp-sdk/test/support/balancer.ts';
import { closables } from '../../../packages/transports/test/support/closables.ts';
import { until } from '../../../packages/transports/test/support/gates.ts';

const open = closables();

async function start(...names: string[]) {
  const prompts = names.map((name) => definePrompt({ name, render: () => name }));
  const runtime = new Runtime({ prompts });
  const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0 });
  const add = (name: string) => runtime.replace(runtime.registry.with(definePrompt({ name, render: () => name })));
  open.push(server);
  return { ...server, add };
}

test.each(['is drained', 'is cut off'])(
  'a client whose server %s lists again at the next one, and hears from it',
  async (how) => {
    const [first, next] = await Promise.all([start('one'), start('one', 'two')]);
    const balancer = await Balancer.start([first.url]);
    open.push(balancer);
    let listed: string[] = [];
    const client = await connectTo(balancer.url, {
      list: (prompts) => (listed = prompts.map(({ name }) => name)),
      fillIn: async () => undefined,
    });
    open.push(client);
    balancer.instances = [next.url];
    if (how === 'is drained') await first.close();
    else balancer.cutOff();
    await until(() => listed.includes('two'));
    next.add('three');
    await until(() => listed.includes('three'));
    expect(listed).toEqual(['one', 'three', 'two']);
  },
);

/** A client that listens, and counts how often it lists again. */
async function listening(url: string, listAgain: (times: number) => Promise<void>) {
  const client = new Client(
    { name: 'x', version: '1' },
    { versionNegotiation: { mode: 'auto' }, listChanged: { prompts: { onChanged: () => {} } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  let times = 0;
  return { client, ended: keepListening(client, () => listAgain((times += 1))), times: () => times };
}

test('where listing again fails, it listens and lists once more', async () => {
  const { url } = await start('one');
  const balancer = await Balancer.start([url]);
  open.push(balancer);
  const { client, times } = await listening(balancer.url, async (time) => {
    if (time === 1) throw new Error('It is not back yet');
  });
  open.push(client);
  balancer.cutOff();
  await until(() => times() === 2);
  expect(times()).toBe(2);
});

test('a client that is closed listens no more', async () => {
  const { url } = await start('one');
  const { client, ended, times } = await listening(url, async () => {});
  await client.close();
  await ended;
  expect(times()).toBe(0);
});
