import { setImmediate as turn } from 'node:timers/promises';
import { defineResource, ResourceUpdates, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { elapse, useFakeTime } from '../../../build/jest/fake-time.ts';

useFakeTime();

const order = defineResource({ name: 'order', uri: 'order://7', read: () => 'on its way' });
const terms = defineResource({ name: 'terms', uri: 'order://terms', read: () => 'within three days' });

/** Subscribes to the URIs and collects the notifications. */
async function subscribe(runtime: Runtime, ...uris: readonly string[]) {
  const notified: string[] = [];
  const subscriptions = runtime.resources?.subscriptions((uri) => void notified.push(uri));
  if (subscriptions === undefined) throw new Error('There are no resources');
  for (const uri of uris) await subscriptions.add(uri);
  return { notified, subscriptions };
}

class AnyUpdates extends ResourceUpdates {
  any(): void {
    this.notify();
  }
}

describe('ResourceUpdates', () => {
  test('notifies subscribers of a published resource until they unsubscribe', async () => {
    const updates = new ResourceUpdates();
    const runtime = new Runtime({ resources: [order, terms], updates });
    const [one, other, former] = [
      await subscribe(runtime, 'order://7'),
      await subscribe(runtime, 'order://7', 'order://terms'),
      await subscribe(runtime, 'order://7'),
    ];
    await former.subscriptions.remove('order://7');
    updates.publish('order://7');
    updates.publish('order://terms');
    updates.publish('order://8');
    await turn();
    expect([one.notified, other.notified, former.notified]).toEqual([
      ['order://7'],
      ['order://7', 'order://terms'],
      [],
    ]);
  });

  test('notifies each subscription once if an update does not name a resource', async () => {
    const updates = new AnyUpdates();
    const runtime = new Runtime({ resources: [order, terms], updates });
    const { notified } = await subscribe(runtime, 'order://7', 'order://terms');
    updates.any();
    await turn();
    expect(notified).toEqual(['order://7', 'order://terms']);
  });

  test('notifies 300 subscribers in batches', async () => {
    const updates = new ResourceUpdates();
    const runtime = new Runtime({ resources: [order], updates });
    const all = await Promise.all(Array.from({ length: 300 }, () => subscribe(runtime, 'order://7')));
    const count = () => all.filter(({ notified }) => notified.length > 0).length;
    updates.publish('order://7');
    await turn();
    const atOnce = count();
    await elapse(1_000);
    expect(atOnce).toBeLessThan(50);
    expect(all.map(({ notified }) => notified)).toEqual(all.map(() => ['order://7']));
  });

  test('sends no notification about a resource that `replace` has removed', async () => {
    const updates = new ResourceUpdates();
    const runtime = new Runtime({ resources: [order, terms], updates });
    const { notified } = await subscribe(runtime, 'order://7', 'order://terms');
    runtime.replace(new Runtime({ resources: [terms] }).registry);
    updates.publish('order://7');
    updates.publish('order://terms');
    await turn();
    expect(notified).toEqual(['order://terms']);
  });
});

describe('Runtime.become', () => {
  test('follows the `updates` of the new runtime', async () => {
    const [before, after] = [new ResourceUpdates(), new ResourceUpdates()];
    const runtime = new Runtime({ resources: [order], updates: before });
    const { notified } = await subscribe(runtime, 'order://7');
    runtime.become(new Runtime({ resources: [order], updates: after }));
    before.publish('order://7');
    await turn();
    const ofBefore = [...notified];
    after.publish('order://7');
    await turn();
    expect([ofBefore, notified]).toEqual([[], ['order://7']]);
  });
});

describe('Resources.canSubscribe', () => {
  test('is true if the runtime has `updates`, and false without `updates` and watch methods', () => {
    const canSubscribe = (updates?: ResourceUpdates) =>
      new Runtime({ resources: [order], ...(updates && { updates }) }).resources?.canSubscribe;
    expect([canSubscribe(new ResourceUpdates()), canSubscribe()]).toEqual([true, false]);
  });
});

describe('RuntimeOptions.updates', () => {
  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('bus down');
      },
    ],
    ['returns a promise', async () => () => {}],
  ])('rejects a subscription and ends the watch of the class if updates.subscribe %s', async (_, begin) => {
    let watches = 0;
    const tracked = defineResource({
      name: 'tracked',
      uri: 'order://8',
      read: () => '',
      watch: () => {
        watches += 1;
        return () => void (watches -= 1);
      },
    });
    const updates = { publish() {}, subscribe: begin as () => () => void };
    const runtime = new Runtime({ resources: [tracked], updates, logger: { error() {}, warn() {} } });
    await expect(subscribe(runtime, 'order://8')).rejects.toThrow('Internal error');
    await turn();
    expect(watches).toBe(0);
  });

  test('keeps the old runtime if subscribing to the updates of the new runtime fails', async () => {
    const runtime = new Runtime({ resources: [order], updates: new ResourceUpdates() });
    await subscribe(runtime, 'order://7');
    const broken = {
      publish() {},
      subscribe() {
        throw new Error('bus down');
      },
    };
    const { registry } = runtime;
    expect(() => runtime.become(new Runtime({ resources: [terms], updates: broken }))).toThrow('bus down');
    expect(runtime.registry).toBe(registry);
  });

  test('rejects an object of another class', () => {
    expect(() => new Runtime({ resources: [order], updates: {} as never })).toThrow(
      new TypeError(
        'Runtime has the option "updates", which cannot be this object; use an object with the functions publish and subscribe',
      ),
    );
  });
});
