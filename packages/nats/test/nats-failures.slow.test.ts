/** @slow needs NATS */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LabelError, LabelStore } from '@cuecard/labels';
import { natsLabels } from '@cuecard/nats';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { Relay } from '../../labels/test/support/relay.ts';
import { withoutEntries } from './support/kept-back.ts';
import { describeWithNats, NATS, NatsServer } from './support/nats-server.ts';

const ADA = { by: 'ada' };
const quiet = { error: () => {}, warn: () => {} };

describeWithNats(`labels in ${NATS}`, () => {
  let server: NatsServer;
  let stores: LabelStore[] = [];
  beforeAll(async () => {
    server = await NatsServer.start();
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    stores = [];
  });
  afterAll(() => server.stop());

  function storeOf(namespace: string, port = server.port): LabelStore {
    const labels = natsLabels({
      connect: () => connect({ servers: `127.0.0.1:${port}`, maxReconnectAttempts: -1 }),
      namespace,
      logger: quiet,
    });
    stores.push(labels);
    return labels;
  }

  async function storeWith(namespace: string): Promise<LabelStore> {
    const labels = storeOf(namespace);
    await labels.ready();
    await labels.set('production', 'review@1.0.0', ADA);
    return labels;
  }

  async function inBucket(name: string, work: (bucket: KV) => Promise<void>): Promise<void> {
    const connection = await server.connect();
    await work(await new Kvm(connection).open(`cuecard-${name}`));
    await connection.close();
  }

  /** As a person does it who clears a stream with the tool of NATS. */
  async function purge(bucket: string): Promise<void> {
    const connection = await server.connect();
    await (await jetstreamManager(connection)).streams.purge(`KV_cuecard-${bucket}`);
    await connection.close();
  }

  const until = async (isTrue: () => boolean) => {
    for (let left = 500; left > 0 && !isTrue(); left -= 1) await sleep(20);
  };
  const statuses = () => stores.map(({ state }) => state.status);

  test('move again though somebody has deleted their key', async () => {
    const labels = await storeWith('deleted');
    await inBucket('deleted-labels', async (bucket) => {
      for await (const key of await bucket.keys()) await bucket.delete(key);
    });
    const { from, version } = await labels.set('production', 'review@2.0.0', ADA);
    expect([from, version]).toEqual([null, '2.0.0']);
  });

  test('are lost when their stream is purged, and come back', async () => {
    const labels = await storeWith('purged');
    await purge('purged-labels');
    const late = storeOf('purged');
    await late.ready();
    const unknown = late.list();
    await until(() => labels.state.status === 'behind');
    const refused = await late.set('canary', 'review@1.0.0', ADA).catch(({ code }: LabelError) => code);
    await labels.allowRestoring();
    await until(() => late.list().length > 0 && statuses().every((status) => status === 'fresh'));
    expect([unknown, refused, statuses(), late.list()]).toEqual([[], 'behind', ['fresh', 'fresh'], labels.list()]);
  });

  test('come back though one who was putting them back has died', async () => {
    const labels = await storeWith('died');
    await purge('died-labels');
    await inBucket('died-state', async (bucket) => void (await bucket.put('restorer', String(Date.now() + 2_000))));
    await until(() => labels.state.status === 'behind');
    await labels.allowRestoring();
    await until(() => labels.state.status === 'fresh');
    const moves = await labels.history('production', 'review');
    expect([statuses(), moves.map(({ revision, version }) => [revision, version])]).toEqual([
      ['fresh'],
      [[1, '1.0.0']],
    ]);
  });

  test('cannot be reached where the server keeps entries back, and are closed all the same', async () => {
    await storeWith('silent');
    const relay = await Relay.start(server.port, withoutEntries);
    const deaf = storeOf('silent', relay.port);
    const { cause } = (await deaf.ready().catch((error: unknown) => error)) as LabelError;
    await deaf.close();
    await relay.close();
    expect([deaf.state.status, cause]).toEqual([
      'closed',
      new Error('It has sent a part, and nothing more for 2000 ms'),
    ]);
  });
});
