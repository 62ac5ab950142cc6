import type { QueuedIterator } from '@nats-io/nats-core';
import { ANSWER_MS } from './nats-connection.js';

/**
 * What a server sends, until it has sent all or the caller breaks off.
 * @throws {Error} if nothing comes for two seconds: a server that has lost its files counts entries that it never sends
 */
export async function* entriesOf<Entry>(sent: QueuedIterator<Entry>): AsyncGenerator<Entry, void, undefined> {
  let isSilent = false;
  const silence = setTimeout(() => {
    isSilent = true;
    sent.stop();
  }, ANSWER_MS);
  try {
    for await (const entry of sent) {
      silence.refresh();
      yield entry;
    }
  } finally {
    clearTimeout(silence);
    sent.stop();
  }
  if (isSilent) throw new Error(`It has sent a part, and nothing more for ${ANSWER_MS} ms`);
}
