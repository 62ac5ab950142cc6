import { describe, expect, test } from '@jest/globals';
import { collectGarbage } from '../../../../core/test/support/memory.ts';
import { closables } from '../../support/closables.ts';
import { size } from '../../../../../test/support/runs.ts';
import type { Adapter } from './adapter.ts';
import { post } from './raw.ts';
import { until } from './until.ts';
import { type Asking, askUnread, chatty, withProgress } from './work-behaviour.ts';

const NEAR = JSON.stringify({ jsonrpc: '2.0', id: 'near', method: 'prompts/get', params: { name: 'near' } });

/** Resolves to the memory in use after garbage collection, including buffers. */
async function memoryInUse(): Promise<number> {
  await collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Tests how much memory an adapter uses for unread streams. */
export function testPendingMemory(
  { serveHttp }: Pick<Adapter, 'serveHttp'>,
  streams: Record<string, Asking> = { 'a stream': withProgress },
): void {
  const open = closables();

  describe('maxPendingBytes', () => {
    test.each(Object.entries(streams))('aborts an unread stream and bounds its memory: %s', async (_, asking) => {
      const { runtime, contexts } = chatty(size(30_000), 'x'.repeat(10_000));
      const options = { name: 'x', version: '1', port: 0, drainMs: 100, maxShare: 1, maxRequests: 1 };
      const server = await serveHttp(runtime, { ...options, maxPendingBytes: 1_000_000 });
      open.push(server);
      const { url } = server;
      const near = async () => (await post(url, NEAR)).status;
      const { body, headers } = asking('near', 1);
      await post(url, body, headers); // Loads everything that the first stream needs.
      const before = await memoryInUse();
      const socket = askUnread(url, asking('chat', 1));
      await until(() => contexts.length === 1);
      await until(async () => (await near()) === 200);
      const held = (await memoryInUse()) - before;
      expect(held).toBeLessThan(size(30_000_000) + 6_000_000); // A fraction of the data of the stream.
      socket.destroy();
    });
  });
}
