import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate as turn } from 'node:timers/promises';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Collects all garbage. Objects of a running function, and those just read through a WeakRef, stay alive. */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await turn();
    gc();
  }
}

/** The heap size after garbage collection, in bytes. */
export async function heldBytes(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().heapUsed;
}
