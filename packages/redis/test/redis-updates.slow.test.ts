/** @slow needs Redis */
import { setTimeout as sleep } from 'node:timers/promises';
import { defineResource, defineTool, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/mcp-server';
import { redisUpdates } from '@cuecard/redis';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describeUpdates } from '../../core/test/support/update-contract.ts';
import { closables } from '../../transports/test/support/closables.ts';
import { describeWithRedis, REDIS, RedisServer } from './support/redis-server.ts';

const open = closables();
let server: RedisServer;

describeWithRedis(`with ${REDIS}`, () => {
  describeUpdates('Redis', async () => {
    const own = await RedisServer.start();
    return {
      updates: (logger) => redisUpdates({ client: own.client(), logger }),
      disturb: async () => void (await own.send('XADD', '{cuecard:default}:updates', '*', 'hello', 'world')),
      kill: () => own.kill(),
      begin: () => own.begin(),
      stop: () => own.stop(),
    };
  });

  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.stop());

  /** An instance whose tool delivers an order. */
  async function instance(): Promise<string> {
    const logger = { error: () => {}, warn: () => {} };
    const updates = redisUpdates({ client: server.client(), namespace: 'orders', logger });
    const order = defineResource({ name: 'order', uri: 'order://7', read: () => 'on its way' });
    const deliver = defineTool({
      name: 'deliver',
      call: () => {
        updates.publish('order://7');
        return 'Delivered';
      },
    });
    const { url, close } = await serveHttp(new Runtime({ tools: [deliver], resources: [order], updates }), {
      name: 'orders',
      version: '1.0.0',
      port: 0,
    });
    open.push(updates, { close });
    return url;
  }

  async function connected(url: string, mode: 'auto' | 'legacy') {
    const client = new Client({ name: 'desk', version: '1.0.0' }, { versionNegotiation: { mode } });
    const heard: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    open.push(client);
    return { client, heard };
  }

  test('clients of every instance hear of a resource that a tool of one has changed', async () => {
    const [one, other] = [await instance(), await instance()];
    const caller = await connected(one, 'auto');
    const [listening, subscribed] = [await connected(other, 'auto'), await connected(other, 'legacy')];
    await listening.client.listen({ resourceSubscriptions: ['order://7'] });
    await subscribed.client.subscribeResource({ uri: 'order://7' });
    const both = () => [listening.heard, subscribed.heard];
    await sleep(200); // An instance that has just begun to receive says that anything may have changed.
    for (const heard of both()) heard.length = 0;
    await caller.client.callTool({ name: 'deliver', arguments: {} });
    for (let left = 200; left > 0 && both().some((heard) => heard.length === 0); left -= 1) await sleep(20);
    expect([...both(), caller.heard]).toEqual([['order://7'], ['order://7'], []]);
  });
});
