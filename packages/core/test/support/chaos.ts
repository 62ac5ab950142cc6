import { setTimeout as sleep } from 'node:timers/promises';
import { size } from '../../../../build/jest/runs.ts';
import type { Caller } from './generations.ts';
import { Shop } from './shop.ts';

export const CHANGES_A_SECOND = 100;
/** Longer than the time in which the runtime collects changes into one notification. */
export const NOTIFIED_MS = 150;

const CLIENTS = size(50);

/** Calls `work` a number of times, at a rate of a hundred times a second, even on a busy machine. */
export async function repeatedly(times: number, work: () => void): Promise<void> {
  const start = performance.now();
  for (let done = 0; done < times; await sleep(1)) {
    const due = Math.min(times, ((performance.now() - start) * CHANGES_A_SECOND) / 1_000);
    for (; done < due; done += 1) work();
  }
}

/** A shop with its callers, and the generation at the time of each notification. */
export async function openShop(): Promise<{ shop: Shop; callers: Caller[]; notified: number[] }> {
  const shop = new Shop();
  const callers = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => shop.caller(index)));
  const notified: number[] = [];
  shop.runtime.onListChanged(() => notified.push(shop.generation));
  return { shop, callers, notified };
}
