import { setTimeout as sleep } from 'node:timers/promises';
import { definePrompt, type Interceptor, Registry, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { serve, Shop } from './support/shop.ts';
import { type Caller, generationOf } from './support/generations.ts';
import { collectGarbage, heldBytes } from './support/memory.ts';
import { runs, size } from '../../../test/support/runs.ts';

const CLIENTS = size(50);
const CHANGES_A_SECOND = 100;
/** A second of them where somebody waits. */
const CHANGES = CHANGES_A_SECOND * runs(5);
/** Longer than changes are collected into one notice. */
const SETTLED_MS = 150;
/** For machines that have much else to do. */
const PATIENCE_MS = 60_000;

/** Does something so many times, a hundred times a second, however busy the machine is. */
async function often(times: number, work: () => void): Promise<void> {
  const start = performance.now();
  for (let done = 0; done < times; await sleep(1)) {
    const due = Math.min(times, ((performance.now() - start) * CHANGES_A_SECOND) / 1_000);
    for (; done < due; done += 1) work();
  }
}

async function open(): Promise<{ shop: Shop; callers: Caller[]; noticed: number[] }> {
  const shop = new Shop();
  const callers = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => shop.caller(index)));
  const noticed: number[] = [];
  shop.runtime.onListChanged(() => noticed.push(shop.generation));
  return { shop, callers, noticed };
}

test(
  'replacing the registry a hundred times a second gives no client an answer that is wrong, lost or mixed',
  async () => {
    const { shop, callers, noticed } = await open();
    const held: number[] = [];
    await serve(shop, callers, async () => {
      for (const part of [0.3, 0.7]) {
        await often(part * CHANGES, () => shop.change());
        held.push(await heldBytes());
      }
    });
    await sleep(SETTLED_MS);
    await collectGarbage();
    const [before = 0, after = 0] = held;
    const living = shop.past.filter((registry) => registry.deref() !== undefined);
    expect({ changes: shop.generation, living, isFlat: after - before < 5_000_000 }).toEqual({
      changes: CHANGES,
      living: [],
      isFlat: true,
    });
    // One notice a change at most, and one after the last.
    expect([noticed, noticed.at(-1)]).toEqual([[...new Set(noticed)], CHANGES]);
  },
  PATIENCE_MS,
);

test(
  'replacing prompts by others that look the same tells nobody',
  async () => {
    const { shop, callers, noticed } = await open();
    await serve(shop, callers, async () => {
      await often(size(CHANGES_A_SECOND), () => shop.runtime.replace(generationOf(shop.runtime.registry, 0)));
      await sleep(SETTLED_MS);
    });
    expect(noticed).toEqual([]);
  },
  PATIENCE_MS,
);

test('what may have been meant by an unknown name is sought in the registry that does not know it', async () => {
  const only = (name: string) => new Registry([definePrompt({ name, render: () => '' })]);
  const replacing: Interceptor = (_, next) => {
    runtime.replace(only('reviews'));
    return next();
  };
  const runtime = new Runtime({ prompts: only('review'), interceptors: [replacing] });
  await expect(runtime.prompts.get({ name: 'reviev' })).rejects.toMatchObject({ data: { suggestion: 'review' } });
});
