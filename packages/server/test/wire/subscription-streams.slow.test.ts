/** @slow measures memory: subscriptions with large requests */
import { Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../support/closables.ts';
import { heapUsed } from '../support/held.ts';
import { Hearing, listen } from './support/subscription-stream.ts';

const open = closables();

describe('subscriptions/listen', () => {
  test('does not keep the parameters of its requests', async () => {
    const server = await serveHttp(new Runtime({ prompts: [] }), { name: 'x', version: '1', port: 0 });
    open.push(server);
    const large = 'x'.repeat(1_000_000);
    const listening = Array.from({ length: 20 }, (_, index) =>
      Hearing.begin(server.url, listen({ promptsListChanged: true, resourceSubscriptions: [large] }), `${index}`),
    );
    const before = heapUsed();
    for (const hearing of await Promise.all(listening)) {
      open.push(hearing);
      await hearing.until(1);
    }
    expect(heapUsed() - before).toBeLessThan(10_000_000);
  });
});
