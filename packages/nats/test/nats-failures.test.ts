import { natsLabels } from '@cuecard/nats';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Kvm } from '@nats-io/kv';
import { describeWithNats, NATS, NatsServer } from './support/nats-server.ts';

const ADA = { by: 'ada' };
const quiet = { error: () => {}, warn: () => {} };

describeWithNats(`labels in ${NATS}`, () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await NatsServer.start();
  });
  afterAll(() => server.stop());

  test('move again though somebody has deleted their key', async () => {
    const labels = natsLabels({ connect: server.connect, namespace: 'deleted', logger: quiet });
    await labels.ready();
    await labels.set('production', 'review@1.0.0', ADA);
    const connection = await server.connect();
    const bucket = await new Kvm(connection).open('cuecard-deleted-labels');
    for await (const key of await bucket.keys()) await bucket.delete(key);
    await connection.close();
    const { from, version } = await labels.set('production', 'review@2.0.0', ADA);
    await labels.close();
    expect([from, version]).toEqual([null, '2.0.0']);
  });
});
