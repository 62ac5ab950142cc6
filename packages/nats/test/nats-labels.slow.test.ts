/** @slow needs NATS */
import { NatsBackend } from '@cuecard/nats';
import { afterAll, beforeAll } from '@jest/globals';
import { describeLabels } from '../../labels/test/support/label-contract.ts';
import { describeOutages } from '../../labels/test/support/label-outages.ts';
import { describeWithNats, NATS, NatsServer } from './support/nats-server.ts';

let server: NatsServer;
let count = 0;

describeWithNats(`with ${NATS}`, () => {
  beforeAll(async () => {
    server = await NatsServer.start();
  });
  afterAll(() => server.stop());

  describeLabels('NATS', async () => {
    const namespace = `test-${(count += 1)}`;
    return {
      backend: () => new NatsBackend(server.connect, namespace),
      wipe: () => server.wipe(),
      close: async () => {},
    };
  });

  describeOutages('NATS', async () => {
    const own = await NatsServer.start();
    return {
      backend: () => new NatsBackend(own.connect, 'outages'),
      kill: () => own.kill(),
      begin: () => own.begin(),
      stop: () => own.stop(),
    };
  });
});
