/** @slow needs NATS */
import { natsUpdates } from '@cuecard/nats';
import { describeUpdates } from '../../core/test/support/update-contract.ts';
import { describeWithNats, NATS, NatsServer } from './support/nats-server.ts';

describeWithNats(`with ${NATS}`, () => {
  describeUpdates('NATS', async () => {
    const own = await NatsServer.start();
    return {
      updates: (logger) => natsUpdates({ connect: own.connect, logger }),
      disturb: async () => {
        const connection = await own.connect();
        connection.publish('cuecard.default.updates', 'hello');
        await connection.flush();
        await connection.close();
      },
      kill: () => own.kill(),
      begin: () => own.begin(),
      stop: () => own.stop(),
    };
  });
});
