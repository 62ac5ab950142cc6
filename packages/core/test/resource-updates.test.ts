import { setImmediate as turn } from 'node:timers/promises';
import { defineResource, ResourceUpdates, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { elapse, useFakeTime } from './support/fake-time.ts';

useFakeTime();

const order = defineResource({ name: 'order', uri: 'order://7', read: () => 'on its way' });
const terms = defineResource({ name: 'terms', uri: 'order://terms', read: () => 'within three days' });

/** What a connection hears of the runtime. */
async function hearing(runtime: Runtime, ...uris: readonly string[]) {
  const heard: string[] = [];
  const subscriptions = runtime.resources?.subscriptions((uri) => void heard.push(uri));
  if (subscriptions === undefined) throw new Error('There are no resources');
  for (const uri of uris) await subscriptions.add(uri);
  return { heard, subscriptions };
}

class AnyUpdates extends ResourceUpdates {
  any(): void {
    this.tell();
  }
}

test('publish() notifies subscribers of that resource until they unsubscribe', async () => {
  const updates = new ResourceUpdates();
  const runtime = new Runtime({ resources: [order, terms], updates });
  const [one, other, former] = [
    await hearing(runtime, 'order://7'),
    await hearing(runtime, 'order://7', 'order://terms'),
    await hearing(runtime, 'order://7'),
  ];
  await former.subscriptions.remove('order://7');
  updates.publish('order://7');
  updates.publish('order://terms');
  updates.publish('order://8');
  await turn();
  expect([one.heard, other.heard, former.heard]).toEqual([['order://7'], ['order://7', 'order://terms'], []]);
});

test('an update of any resource notifies each subscription once', async () => {
  const updates = new AnyUpdates();
  const runtime = new Runtime({ resources: [order, terms], updates });
  const { heard } = await hearing(runtime, 'order://7', 'order://terms');
  updates.any();
  await turn();
  expect(heard).toEqual(['order://7', 'order://terms']);
});

test('publish() notifies more than 200 subscribers in turns', async () => {
  const updates = new ResourceUpdates();
  const runtime = new Runtime({ resources: [order], updates });
  const all = await Promise.all(Array.from({ length: 300 }, () => hearing(runtime, 'order://7')));
  const count = () => all.filter(({ heard }) => heard.length > 0).length;
  updates.publish('order://7');
  await turn();
  const atOnce = count();
  await elapse(1_000);
  expect(atOnce).toBeLessThan(50);
  expect(all.map(({ heard }) => heard)).toEqual(all.map(() => ['order://7']));
});

test('publish() does not notify subscribers of a removed resource', async () => {
  const updates = new ResourceUpdates();
  const runtime = new Runtime({ resources: [order, terms], updates });
  const { heard } = await hearing(runtime, 'order://7', 'order://terms');
  runtime.replace(new Runtime({ resources: [terms] }).registry);
  updates.publish('order://7');
  updates.publish('order://terms');
  await turn();
  expect(heard).toEqual(['order://terms']);
});

test('Runtime.become takes over the updates of the other runtime', async () => {
  const [before, after] = [new ResourceUpdates(), new ResourceUpdates()];
  const runtime = new Runtime({ resources: [order], updates: before });
  const { heard } = await hearing(runtime, 'order://7');
  runtime.become(new Runtime({ resources: [order], updates: after }));
  before.publish('order://7');
  await turn();
  const ofBefore = [...heard];
  after.publish('order://7');
  await turn();
  expect([ofBefore, heard]).toEqual([[], ['order://7']]);
});

test('canSubscribe requires updates or a watch', () => {
  const canSubscribe = (updates?: ResourceUpdates) =>
    new Runtime({ resources: [order], ...(updates && { updates }) }).resources?.canSubscribe;
  expect([canSubscribe(new ResourceUpdates()), canSubscribe()]).toEqual([true, false]);
});

test('Runtime rejects updates of another class', () => {
  expect(() => new Runtime({ resources: [order], updates: {} as never })).toThrow(
    new TypeError('Runtime has the option "updates", which cannot be this object; give an instance of ResourceUpdates'),
  );
});
