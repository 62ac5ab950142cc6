import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listAll, overHttp, overPipe, type TestClient } from './support/clients.ts';
import { COLLECTED_MS, fakeClock } from '../../../../build/jest/fake-time.ts';
import { localHttp, localPipe } from './support/local-server.ts';
import { createOrders } from './support/orders.ts';
import { until } from './support/until.ts';
import { isSelfContained, signatureOf, type Version } from './support/versions.ts';

const entry = (id: number) => ({
  uri: `orders:/${id}`,
  name: `${id}`,
  title: `Order ${id}`,
  mimeType: 'application/json',
});

/** The code that a client reports for a missing resource. The v2 client always reports the code of 2026-07-28. */
const missingCode = (version: Version) => (version === 'v1 client' ? -32002 : -32602);

const servers: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

const clock = fakeClock();
const transports = {
  'over stdio': async (version: Version) => {
    const server = await localPipe(createOrders());
    servers.push(server);
    return overPipe[version](server.stdin, server.stdout);
  },
  'over HTTP': async (version: Version) => {
    const server = await localHttp(createOrders());
    servers.push(server);
    return overHttp[version](server.url);
  },
};
// A client up to 2025-11-25 and one since 2026-07-28 are enough, because core turns classes into readers.
describe.each([
  ['v1 client', 'over stdio'],
  ['v2 client that negotiates', 'over HTTP'],
] as const)('The official %s %s', (version, transport) => {
  const signature = signatureOf(version, 'orders');
  const hints = isSelfContained(version) ? { ttlMs: 0, cacheScope: 'private', ...signature } : {};
  let client: TestClient;
  beforeAll(async () => {
    client = await transports[transport](version);
  });
  afterAll(() => client.close());

  test('lists the resources and templates of classes', async () => {
    expect(await listAll(client)).toEqual([{ uri: 'orders:terms', name: 'terms' }, entry(1), entry(2), entry(3)]);
    expect(await client.listResourceTemplates()).toEqual({
      ...hints,
      resourceTemplates: [{ uriTemplate: 'orders:/{id}', name: 'order', mimeType: 'application/json' }],
    });
  });

  test('reads resources of a class, including their errors', async () => {
    expect(await client.readResource({ uri: 'orders:/2' })).toEqual({
      ...hints,
      contents: [{ uri: 'orders:/2', mimeType: 'application/json', text: '{"id":2,"state":"open"}' }],
    });
    expect(await client.readResource({ uri: 'orders:terms' })).toEqual({
      ...hints,
      contents: [{ uri: 'orders:terms', mimeType: 'text/plain', text: 'Within three days' }],
    });
    for (const uri of ['orders:/99', 'orders:/2/items', 'orders:'])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: missingCode(version), data: { uri } });
    await expect(client.readResource({ uri: 'orders:/two' })).rejects.toMatchObject({
      code: -32602,
      data: { resource: 'order', errors: [{ argument: 'id', rule: 'isNumber' }] },
    });
  });

  test('completes a template variable with the method of its class', async () => {
    const ref = { type: 'ref/resource', uri: 'orders:/{id}' } as const;
    expect(await client.complete({ ref, argument: { name: 'id', value: '2' } })).toEqual({
      ...signature,
      completion: { values: ['2'], total: 1, hasMore: false },
    });
  });

  test('receives updates of a watched resource and of the list', async () => {
    const changes: unknown[] = [];
    const hearing = await client.hear(['orders:/1'], (change) => void changes.push(change));
    clock.fakeTimeouts();
    await client.getPrompt({ name: 'place', arguments: { id: '1', state: 'paid' } });
    await client.getPrompt({ name: 'place', arguments: { id: '4', state: 'open' } });
    clock.pass(COLLECTED_MS);
    await until(() => changes.length >= 2);
    await client.listPrompts(); // A third notification would arrive before the response.
    expect(changes).toEqual([expect.objectContaining({ uri: 'orders:/1' }), 'resources']);
    await hearing.end();
  });
});
