import { setTimeout as sleep } from 'node:timers/promises';
import { byLabel, definePrompt, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/mcp-server';
import { redisLabels } from '@cuecard/redis';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Client, type Prompt, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createClient } from '@redis/client';
import { type Closable, closables } from '../../transports/test/support/closables.ts';
import { describeWithRedis, REDIS, RedisServer } from './support/redis-server.ts';
import { Relay } from './support/relay.ts';

const CUT_OFF_MS = 10_000;
const logger = { error: () => {}, warn: () => {} };
const open = closables();

describeWithRedis(`an instance that is cut off from ${REDIS}`, () => {
  let redis: RedisServer;

  beforeEach(async () => {
    redis = await RedisServer.start();
  });
  afterEach(() => redis.stop());

  async function instanceAt(port: number) {
    const labels = redisLabels({ client: createClient({ url: `redis://127.0.0.1:${port}` }), logger });
    await labels.ready();
    const prompts = ['1.0.0', '2.0.0'].map((version) =>
      definePrompt({ name: 'greeting', version, description: version, render: () => version }),
    );
    const runtime = new Runtime({ prompts, labels, select: byLabel('production'), logger });
    const { url, close } = await serveHttp(runtime, { name: 'desk', version: '1.0.0', port: 0 });
    open.push({ close: () => labels.close() }, { close });
    return { labels, url };
  }

  test('for ten seconds is in step again, and all clients list the new version by themselves', async () => {
    const relay = await opened(Relay.start(redis.port));
    const [one, other, cut] = [
      await instanceAt(redis.port),
      await instanceAt(redis.port),
      await instanceAt(relay.port),
    ];
    await one.labels.set('production', 'greeting@1.0.0', { by: 'ada' });
    const urls = [one.url, other.url, cut.url];
    const clients = [
      ...(await Promise.all(urls.map((url) => listing('legacy', () => url)))),
      // Without a session, each request may reach another instance than the stream of notices did.
      ...(await Promise.all(urls.map((_, first) => listing('auto', inTurn(urls, first))))),
    ];
    const shown = () => Promise.all(clients.map(({ listed }) => listed.at(-1)));
    const before = await shown();

    relay.cut();
    await one.labels.set('production', 'greeting@2.0.0', { by: 'ada' });
    await sleep(CUT_OFF_MS);
    const meanwhile = [clients[0], clients[2]].map((client) => client?.listed.at(-1));
    relay.mend();
    for (let left = 250; left > 0 && (await shown()).some((version) => version !== '2.0.0'); left -= 1) await sleep(20);
    const everywhere = (version: string) => clients.map(() => version);
    expect([before, meanwhile, await shown(), cut.labels.state.status]).toEqual([
      everywhere('1.0.0'),
      ['2.0.0', '1.0.0'],
      everywhere('2.0.0'),
      'fresh',
    ]);
  }, 60_000);
});

/** A client that lists prompts whenever it is notified, and what it has listed. */
async function listing(mode: 'auto' | 'legacy', urlOf: () => string) {
  const listed: (string | undefined)[] = [];
  const look = (prompts: readonly Prompt[] | null) => void listed.push(prompts?.[0]?.description);
  const client = new Client(
    { name: 'watcher', version: '1.0.0' },
    {
      versionNegotiation: { mode },
      listChanged: { prompts: { debounceMs: 0, onChanged: (_error, prompts) => look(prompts) } },
    },
  );
  const fetchOf = (_: string | URL, init?: RequestInit) => fetch(urlOf(), init);
  await client.connect(new StreamableHTTPClientTransport(new URL(urlOf()), { fetch: fetchOf }));
  open.push(client);
  look((await client.listPrompts()).prompts);
  return { listed };
}

function inTurn(urls: readonly string[], first: number): () => string {
  let at = first;
  return () => urls[at++ % urls.length] as string;
}

async function opened<Opened extends Closable>(opening: Promise<Opened>): Promise<Opened> {
  const each = await opening;
  open.push(each);
  return each;
}
