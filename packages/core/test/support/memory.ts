import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate as turn } from 'node:timers/promises';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Collects all garbage. What a running function still holds is none, nor what it has just looked at through a WeakRef. */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await turn();
    gc();
  }
}

/** What is held after all garbage is gone, in bytes. */
export async function heldBytes(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().heapUsed;
}
