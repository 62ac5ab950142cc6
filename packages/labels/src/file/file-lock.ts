import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 10;
/** A process that holds a lock for longer is gone. One that begins waits for 5 seconds. */
const ABANDONED_MS = 3_000;

/** Does something while no other process does the same with the file. */
export async function locked<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${file}.lock`;
  for (let isHeld = await take(lock); !isHeld; isHeld = await take(lock)) await sleep(RETRY_MS);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (await isAbandoned(lock)) await removeAbandoned(lock);
    return false;
  }
}

/** One process at a time: another must not remove the lock that is taken next. */
function removeAbandoned(lock: string): Promise<void> {
  return locked(lock, async () => {
    if (await isAbandoned(lock)) await rm(lock, { force: true });
  });
}

async function isAbandoned(lock: string): Promise<boolean> {
  const held = await stat(lock).catch(() => undefined);
  return held !== undefined && Date.now() - held.mtimeMs > ABANDONED_MS;
}
