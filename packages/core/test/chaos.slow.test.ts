/** @slow measures memory: replaces a registry many times under load */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { runs } from '../../../build/jest/runs.ts';
import { CHANGES_A_SECOND, NOTIFIED_MS, openShop, repeatedly } from './support/chaos.ts';
import { collectGarbage, heldBytes } from './support/memory.ts';
import { serve } from './support/shop.ts';

/** The changes of five seconds; on a developer's machine, of one. */
const CHANGES = CHANGES_A_SECOND * runs(5);

test('Runtime.replace returns the right results under load, and frees old registries', async () => {
  const { shop, callers, notified } = await openShop();
  const held: number[] = [];
  await serve(shop, callers, async () => {
    for (const part of [0.3, 0.7]) {
      await repeatedly(part * CHANGES, () => shop.change());
      held.push(await heldBytes());
    }
  });
  await sleep(NOTIFIED_MS);
  await collectGarbage();
  const [before = 0, after = 0] = held;
  const living = shop.past.filter((registry) => registry.deref() !== undefined);
  expect({ changes: shop.generation, living, isFlat: after - before < 5_000_000 }).toEqual({
    changes: CHANGES,
    living: [],
    isFlat: true,
  });
  // Each notification is for a different generation, and the last one for the last change.
  expect([notified, notified.at(-1)]).toEqual([[...new Set(notified)], CHANGES]);
}, 60_000);
