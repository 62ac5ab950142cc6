/** @slow needs Redis and HAProxy: six instances, which are restarted */
import { expect, test } from '@jest/globals';
import { describeInstances } from './support/instances.ts';
import { Load } from './support/load.ts';

describeInstances((started) => {
  test('fail none of 10,000 requests while each service restarts one instance at a time', async () => {
    const load = new Load(started().services, 8);
    await started().restartAll();
    await load.until(10_000);
    expect(await load.stop()).toEqual([]);
  }, 180_000);
});
