import { afterAll, afterEach } from '@jest/globals';

/** What a test opens, and has closed when it is over. */
export interface Closable {
  close(): Promise<void>;
}

/**
 * Gives a list for what tests open. When a test is over, it is closed, the last first; the next test does not wait for that,
 * as a server looks out for late requests before it closes, but all tests together do.
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
  for (const each of all) await each.close();
}
