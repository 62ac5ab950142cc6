/** @slow takes more than a second: starts several instances as processes */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { Balancer } from './support/balancer.ts';
import { Child } from './support/child.ts';
import { testInstances } from './support/instances-behaviour.ts';
import { manned } from './support/people.ts';
import { closables } from '../support/closables.ts';

const script = new URL('fixtures/instance-server.mjs', import.meta.url);
testInstances(script, ['v1 client', 'v2 client', 'v2 client of 2026-07-28']);

const open = closables();

describe('RequestContext.ask', () => {
  test('continues at another instance when keys rotate and one closes', async () => {
    const [oldKey, newKey] = ['o'.repeat(32), 'n'.repeat(32)];
    const keys = [
      [oldKey, newKey],
      [newKey, oldKey],
    ];
    const [asking, other] = (await Promise.all(keys.map((each) => Child.start(fileURLToPath(script), ...each)))) as [
      Child,
      Child,
    ];
    const balancer = await Balancer.start([asking.url]);
    open.push(asking, other, balancer);
    const { meet, http } = manned['v2 client of 2026-07-28'];
    const instances = [[other.url], [asking.url], [other.url]];
    const client = await meet(http(balancer.url), {
      person: async () => {
        balancer.instances = instances.shift() ?? [];
        if (instances.length === 0) await asking.close();
        return { action: 'accept', content: { name: 'Ada' } };
      },
    });
    open.push(client);
    const answers = [];
    for (const next of [asking, other, asking]) {
      balancer.instances = [next.url];
      answers.push(await client.getPrompt('travel'));
    }
    const resultOf = (text: unknown) => ({
      messages: [{ role: 'user', content: { type: 'text', text } }],
    });
    expect(answers).toEqual([other, asking, other].map(({ pid }) => resultOf(`Ada, says ${pid}`)));
  });
});
