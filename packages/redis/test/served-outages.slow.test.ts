/** @slow needs Redis */
import { setTimeout as sleep } from 'node:timers/promises';
import { byLabel, definePrompt, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/mcp-server';
import { redisLabels } from '@cuecard/redis';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Client, type Prompt, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createClient } from '@redis/client';
import { type Closable, closables } from '../../transports/test/support/closables.ts';
import { describeWithRedis, REDIS, RedisServer } from './support/redis-server.ts';
import { Relay } from '../../labels/test/support/relay.ts';

const CUT_OFF_MS = 10_000;
const MOVES = process.env['CI'] === undefined ? 200 : 1_000;
const logger = { error: () => {}, warn: () => {} };
const open = closables();

describeWithRedis(`what instances serve while ${REDIS} is away`, () => {
  let redis: RedisServer;

  beforeEach(async () => {
    redis = await RedisServer.start();
  });
  afterEach(() => redis.stop());

  async function instanceAt(port: number) {
    const client = createClient({ url: `redis://127.0.0.1:${port}` });
    const labels = redisLabels({ client, logger, patience: 10_000 });
    await labels.ready();
    const prompts = ['1.0.0', '2.0.0'].map((version) =>
      definePrompt({ name: 'greeting', version, description: version, render: () => version }),
    );
    const runtime = new Runtime({ prompts, labels, select: byLabel('production'), logger });
    const { url, close } = await serveHttp(runtime, { name: 'desk', version: '1.0.0', port: 0 });
    open.push({ close: () => labels.close() }, { close });
    return { labels, url };
  }

  test(`no request fails during ${MOVES} moves and three kills, and one second later all serve the same`, async () => {
    const instances = await Promise.all([1, 2, 3].map(() => instanceAt(redis.port)));
    const clients = await Promise.all(instances.map(({ url }, at) => listing(at === 1 ? 'legacy' : 'auto', () => url)));
    let isOver = false;
    const outcomes = new Map<string, number>();
    const asking = clients.map(async ({ client }) => {
      while (!isOver) {
        const answered = client.getPrompt({ name: 'greeting' }).then(
          () => 'answered',
          (error: Error) => error.message,
        );
        const outcome = await answered;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        await sleep(5);
      }
    });
    for (let at = 1; at <= MOVES; at += 1) {
      if (at % Math.floor(MOVES / 4) === 0 && at < MOVES) void redis.kill().then(() => redis.begin());
      const { labels } = instances[at % 3] as (typeof instances)[number];
      const { revision } = await labels.set('production', `greeting@${(at % 2) + 1}.0.0`, { by: 'ada', force: true });
      expect(revision).toBe(at);
    }
    await sleep(1_000);
    isOver = true;
    await Promise.all(asking);
    const served = await Promise.all(
      clients.map(async ({ client }) => (await client.listPrompts()).prompts[0]?.description),
    );
    const version = `${(MOVES % 2) + 1}.0.0`;
    expect([[...outcomes.keys()], served, clients.map(({ listed }) => listed.at(-1))]).toEqual([
      ['answered'],
      [version, version, version],
      [version, version, version],
    ]);
    expect(outcomes.get('answered')).toBeGreaterThan(100);
  }, 120_000);

  test('an instance that is cut off for ten seconds is in step again, and all clients list the new version', async () => {
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
  return { client, listed };
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
