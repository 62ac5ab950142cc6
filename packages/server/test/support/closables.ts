import { afterAll, afterEach } from '@jest/globals';

/** A resource that a test opens. It is closed after the test. */
export interface Closable {
  close(): Promise<void>;
}

/**
 * Returns a list for the resources of tests. Closes them after each test, the last one first. Only the end of the file
 * waits for that, because servers wait for late requests before they close.
 */
export function closables(): Closable[] {
  const open: Closable[] = [];
  let closing: Promise<void>[] = [];
  afterEach(() => void closing.push(close(open.splice(0).toReversed())));
  afterAll(async () => {
    const all = closing;
    closing = [];
    await Promise.all(all);
  });
  return open;
}

async function close(all: readonly Closable[]): Promise<void> {
  for (const closable of all) await closable.close();
}
