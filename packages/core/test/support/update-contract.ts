import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, SharedUpdates } from '@cuecard/core';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

/** What carries updates, and can be away. */
export interface UpdatePlace {
  /** The updates of one more instance. */
  updates(logger: Logger): SharedUpdates;
  /** Sends a message that is none of ours. */
  disturb(): Promise<void>;
  kill(): Promise<void>;
  begin(): Promise<void>;
  stop(): Promise<void>;
}

const ANY = 'any';

/** What everything that carries updates of resources between instances has to keep to. */
export function describeUpdates(title: string, open: () => Promise<UpdatePlace>): void {
  describe(`updates of resources over ${title}`, () => {
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

    /** An instance that receives, and what it has heard since then. */
    async function instance() {
      const updates = place.updates(logger);
      all.push(updates);
      const heard: string[] = [];
      updates.subscribe((uri = ANY) => void heard.push(uri));
      await until(() => heard.includes(ANY)); // It cannot know what was before.
      heard.length = 0;
      return { updates, heard };
    }

    async function until(isTrue: () => boolean): Promise<void> {
      for (let left = 500; left > 0 && !isTrue(); left -= 1) await sleep(20);
    }

    test('reach every instance once, the own one too', async () => {
      const [one, other, third] = [await instance(), await instance(), await instance()];
      one.updates.publish('order://7');
      other.updates.publish('order://8');
      await until(() => all.length === 3 && [one, other, third].every(({ heard }) => heard.length >= 2));
      await sleep(50);
      const each = ['order://7', 'order://8'];
      expect([one, other, third].map(({ heard }) => heard.toSorted())).toEqual([each, each, each]);
    });

    test('that are published in one go reach the others once for each resource', async () => {
      const [one, other] = [await instance(), await instance()];
      for (let at = 0; at < 5_000; at += 1) one.updates.publish(`order://${at % 10}`);
      await until(() => other.heard.length >= 10);
      await sleep(50);
      expect([one.heard.length, other.heard]).toEqual([5_000, Array.from({ length: 10 }, (_, at) => `order://${at}`)]);
    });

    test('wait while nothing carries them: it is said once, and the own clients hear of them at once', async () => {
      const [one, other] = [await instance(), await instance()];
      await place.kill();
      one.updates.publish('order://7');
      await until(() => one.heard.length > 0 && warnings.length === 2);
      const ofOwn = [...one.heard];
      await sleep(1_200);
      const before = [...other.heard];
      await place.begin();
      await until(() => other.heard.length > 0);
      expect([ofOwn, before, other.heard[0] === ANY || other.heard[0] === 'order://7', warnings]).toEqual([
        ['order://7'],
        [],
        true,
        Array.from({ length: 2 }, () => `${title} cannot be reached: other instances hear of updates later`),
      ]);
      other.heard.length = 0;
      one.updates.publish('order://8');
      await until(() => other.heard.includes('order://8'));
      expect(other.heard).toContain('order://8');
    }, 30_000);

    test('that are more than can wait become one: any resource may have changed', async () => {
      const [one, other] = [await instance(), await instance()];
      await place.kill();
      for (let at = 0; at < 10_001; at += 1) one.updates.publish(`order://${at}`);
      await place.begin();
      await until(() => other.heard.includes(ANY));
      await sleep(50);
      expect(new Set(other.heard)).toEqual(new Set([ANY]));
    }, 30_000);

    test('outlive messages that are none of ours', async () => {
      const [one, other] = [await instance(), await instance()];
      await place.disturb();
      one.updates.publish('order://7');
      await until(() => other.heard.includes('order://7'));
      expect(other.heard).toEqual([ANY, 'order://7']);
    });

    test('are sent before they are closed, and reach no one after that', async () => {
      const [one, other] = [await instance(), await instance()];
      one.updates.publish('order://7');
      await one.updates.close();
      one.updates.publish('order://8');
      await until(() => other.heard.length > 0);
      await sleep(50);
      expect(other.heard).toEqual(['order://7']);
    });
  });
}
