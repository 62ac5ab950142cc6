import { setTimeout as sleep } from 'node:timers/promises';
import { defineResource, ResourceUpdates, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';

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

test('updates reach who has subscribed to exactly that resource, also one that nothing watches, until that ends', async () => {
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
  await sleep(0);
  expect([one.heard, other.heard, former.heard]).toEqual([['order://7'], ['order://7', 'order://terms'], []]);
});

test('where any resource may have changed, everyone hears once of each of theirs', async () => {
  const updates = new AnyUpdates();
  const runtime = new Runtime({ resources: [order, terms], updates });
  const { heard } = await hearing(runtime, 'order://7', 'order://terms');
  updates.any();
  await sleep(0);
  expect(heard).toEqual(['order://7', 'order://terms']);
});

test('more than 200 who have subscribed are notified in turns, each once', async () => {
  const updates = new ResourceUpdates();
  const runtime = new Runtime({ resources: [order], updates });
  const all = await Promise.all(Array.from({ length: 300 }, () => hearing(runtime, 'order://7')));
  const count = () => all.filter(({ heard }) => heard.length > 0).length;
  updates.publish('order://7');
  await sleep(0);
  const atOnce = count();
  for (let left = 200; left > 0 && count() < all.length; left -= 1) await sleep(10);
  expect(atOnce).toBeLessThan(50);
  expect(all.map(({ heard }) => heard)).toEqual(all.map(() => ['order://7']));
});

test('who may no longer read a resource does not hear of it', async () => {
  const updates = new ResourceUpdates();
  const runtime = new Runtime({ resources: [order, terms], updates });
  const { heard } = await hearing(runtime, 'order://7', 'order://terms');
  runtime.replace(new Runtime({ resources: [terms] }).registry);
  updates.publish('order://7');
  updates.publish('order://terms');
  await sleep(0);
  expect(heard).toEqual(['order://terms']);
});

test('a runtime that takes over another one hears of updates where that did', async () => {
  const [before, after] = [new ResourceUpdates(), new ResourceUpdates()];
  const runtime = new Runtime({ resources: [order], updates: before });
  const { heard } = await hearing(runtime, 'order://7');
  runtime.become(new Runtime({ resources: [order], updates: after }));
  before.publish('order://7');
  await sleep(0);
  const ofBefore = [...heard];
  after.publish('order://7');
  await sleep(0);
  expect([ofBefore, heard]).toEqual([[], ['order://7']]);
});

test('clients may subscribe to every resource where there are updates, and to none that nothing watches without', () => {
  const canSubscribe = (updates?: ResourceUpdates) =>
    new Runtime({ resources: [order], ...(updates && { updates }) }).resources?.canSubscribe;
  expect([canSubscribe(new ResourceUpdates()), canSubscribe()]).toEqual([true, false]);
});

test('updates are an instance of their class', () => {
  expect(() => new Runtime({ resources: [order], updates: {} as never })).toThrow(
    new TypeError('Runtime has the option "updates", which cannot be this object; give an instance of ResourceUpdates'),
  );
});
