import { EventEmitter, once } from 'node:events';
import { Arg, definePrompt, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { connectTo, keepListening } from '../dist/serving/client.js';
import { Balancer } from '../../../packages/server/test/wire/support/balancer.ts';
import { closables } from '../../../packages/server/test/support/closables.ts';
import { pending } from '../../../packages/server/test/support/gates.ts';

const open = closables();

beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0); // Fixes the random pause before listening again.
});

afterEach(() => {
  jest.restoreAllMocks();
});

async function start(...names: string[]) {
  const prompts = names.map((name) => definePrompt({ name, render: () => name }));
  const runtime = new Runtime({ prompts });
  const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0 });
  const add = (name: string) => runtime.replace(runtime.registry.with(definePrompt({ name, render: () => name })));
  open.push(server);
  return { ...server, add };
}

describe('connectTo', () => {
  test('shows what prompts ask, and sends the answer', async () => {
    class OccasionArgs {
      @Arg()
      occasion!: string;
    }
    const card = definePrompt({
      name: 'card',
      render: async (_, context) => `For a ${(await context.ask(OccasionArgs, 'What is the card for?')).occasion}`,
    });
    const server = await serveHttp(new Runtime({ prompts: [card] }), { name: 'x', version: '1', port: 0 });
    open.push(server);
    const fillIn = jest.fn(async (_question: string, _form: object) => ({ occasion: 'birthday' }));
    const client = await connectTo(server.url, { list: () => {}, fillIn });
    open.push(client);
    const { messages } = await client.getPrompt({ name: 'card' });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'For a birthday' } }]);
    expect(fillIn).toHaveBeenCalledWith('What is the card for?', expect.any(Object));
  });

  test.each(['is drained', 'is cut off'])('lists and listens at the next server when its server %s', async (how) => {
    const [first, next] = await Promise.all([start('one'), start('one', 'two')]);
    const balancer = await Balancer.start([first.url]);
    open.push(balancer);
    const lists = new EventEmitter();
    const client = await connectTo(balancer.url, {
      list: (prompts) => lists.emit(prompts.map(({ name }) => name).join()),
      fillIn: async () => undefined,
    });
    open.push(client);
    balancer.instances = [next.url];
    const listedAgain = once(lists, 'one,two');
    if (how === 'is drained') await first.close();
    else balancer.cutOff();
    await listedAgain;
    const listedChange = once(lists, 'one,three,two');
    next.add('three');
    await listedChange;
    expect(lists.eventNames()).toEqual([]);
  });
});

/** Connects a listening client. `listAgain` receives the number of the attempt. */
async function listening(url: string, listAgain: (attempt: number) => Promise<void>) {
  const client = new Client(
    { name: 'x', version: '1' },
    { versionNegotiation: { mode: 'auto' }, listChanged: { prompts: { onChanged: () => {} } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  let attempts = 0;
  return { client, ended: keepListening(client, () => listAgain((attempts += 1))) };
}

describe('keepListening', () => {
  test('listens and lists once more if listing fails', async () => {
    const { url } = await start('one');
    const balancer = await Balancer.start([url]);
    open.push(balancer);
    const { promise: listed, settle } = pending<number>();
    const { client } = await listening(balancer.url, async (attempt) => {
      if (attempt === 1) throw new Error('It is not back yet');
      settle(attempt);
    });
    open.push(client);
    balancer.cutOff();
    expect(await listed).toBe(2);
  });

  test('ends when the client is closed', async () => {
    const { url } = await start('one');
    const listAgain = jest.fn(async () => {});
    const { client, ended } = await listening(url, listAgain);
    await client.close();
    await ended;
    expect(listAgain).not.toHaveBeenCalled();
  });
});
