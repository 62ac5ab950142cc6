import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, SharedUpdates } from '@cuecard/core';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

/** A server that carries updates, and that the tests can stop and start. */
export interface UpdatePlace {
  /** The updates of another instance. */
  updates(logger: Logger): SharedUpdates;
  /** Sends a message that `SharedUpdates` cannot parse. */
  disturb(): Promise<void>;
  kill(): Promise<void>;
  begin(): Promise<void>;
  stop(): Promise<void>;
}

const ANY = 'any';

/** The contract of every implementation of `SharedUpdates`. */
export function describeUpdates(title: string, open: () => Promise<UpdatePlace>): void {
  describe(`SharedUpdates over ${title}`, () => {
    let place: UpdatePlace;
    let all: SharedUpdates[];
    let warnings: string[];
    const logger: Logger = { error: () => {}, warn: (line) => void warnings.push(line) };

    beforeEach(async () => {
      [all, warnings] = [[], []];
      place = await open();
    });
    afterEach(async () => {
      await Promise.all(all.map((updates) => updates.close()));
      await place.stop();
    });

    /** A subscribed instance, and the URIs that it has received since then. */
    async function instance() {
      const updates = place.updates(logger);
      all.push(updates);
      const received: string[] = [];
      updates.subscribe((uri = ANY) => void received.push(uri));
      await until(() => received.includes(ANY)); // A new subscriber cannot know earlier updates.
      received.length = 0;
      return { updates, received };
    }

    async function until(isTrue: () => boolean): Promise<void> {
      for (let left = 500; left > 0 && !isTrue(); left -= 1) await sleep(20);
    }

    test('notifies every instance once, including the publisher', async () => {
      const [one, other, third] = [await instance(), await instance(), await instance()];
      one.updates.publish('order://7');
      other.updates.publish('order://8');
      await until(() => all.length === 3 && [one, other, third].every(({ received }) => received.length >= 2));
      await sleep(50);
      const each = ['order://7', 'order://8'];
      expect([one, other, third].map(({ received }) => received.toSorted())).toEqual([each, each, each]);
    });

    test('sends other instances one update per resource of a burst', async () => {
      const [one, other] = [await instance(), await instance()];
      for (let at = 0; at < 5_000; at += 1) one.updates.publish(`order://${at % 10}`);
      await until(() => other.received.length >= 10);
      await sleep(50);
      expect([one.received.length, other.received]).toEqual([
        5_000,
        Array.from({ length: 10 }, (_, at) => `order://${at}`),
      ]);
    });

    test('notifies local subscribers during an outage, and other instances afterwards', async () => {
      const [one, other] = [await instance(), await instance()];
      await place.kill();
      one.updates.publish('order://7');
      await until(() => one.received.length > 0 && warnings.length === 2);
      const local = [...one.received];
      await sleep(1_200);
      const before = [...other.received];
      await place.begin();
      await until(() => other.received.length > 0);
      expect([local, before, other.received[0] === ANY || other.received[0] === 'order://7', warnings]).toEqual([
        ['order://7'],
        [],
        true,
        Array.from({ length: 2 }, () => `${title} cannot be reached: other instances hear of updates later`),
      ]);
      other.received.length = 0;
      one.updates.publish('order://8');
      await until(() => other.received.includes('order://8'));
      expect(other.received).toContain('order://8');
    }, 30_000);

    test('replaces too many pending updates by one for any resource', async () => {
      const [one, other] = [await instance(), await instance()];
      await place.kill();
      for (let at = 0; at < 10_001; at += 1) one.updates.publish(`order://${at}`);
      await place.begin();
      await until(() => other.received.includes(ANY));
      await sleep(50);
      expect(new Set(other.received)).toEqual(new Set([ANY]));
    }, 30_000);

    test('treats an unknown message as an update of any resource', async () => {
      const [one, other] = [await instance(), await instance()];
      await place.disturb();
      one.updates.publish('order://7');
      await until(() => other.received.includes('order://7'));
      expect(other.received).toEqual([ANY, 'order://7']);
    });

    test('sends pending updates on close, and none afterwards', async () => {
      const [one, other] = [await instance(), await instance()];
      one.updates.publish('order://7');
      await one.updates.close();
      one.updates.publish('order://8');
      await until(() => other.received.length > 0);
      await sleep(50);
      expect(other.received).toEqual(['order://7']);
    });
  });
}
