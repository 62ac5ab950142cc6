import { describe, expect, test } from '@jest/globals';
import { collectGarbage } from '../../../core/test/support/memory.ts';
import { closables } from '../../../transports/test/support/closables.ts';
import { size } from '../../../../test/support/runs.ts';
import type { Adapter } from './adapter.ts';
import { post } from './raw.ts';
import { until } from './until.ts';
import { type Asking, askUnread, chatty, withProgress } from './work-behaviour.ts';

const NEAR = JSON.stringify({ jsonrpc: '2.0', id: 'near', method: 'prompts/get', params: { name: 'near' } });

/** What is held, in buffers too, once all garbage is gone: how much of that there is depends on when it was last collected. */
async function memoryInUse(): Promise<number> {
  await collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Tests the memory that the endpoint of an adapter holds for streams that their clients do not read. */
export function testPendingMemory(
  { serveHttp }: Pick<Adapter, 'serveHttp'>,
  streams: Record<string, Asking> = { 'a stream': withProgress },
): void {
  const open = closables();

  describe('maxPendingBytes', () => {
    test.each(Object.entries(streams))(
      'cuts off an unread stream and bounds the memory held for %s',
      async (_, asking) => {
        const { runtime, contexts } = chatty(size(30_000), 'x'.repeat(10_000));
        const options = { name: 'x', version: '1', port: 0, drainMs: 100, maxShare: 1, maxRequests: 1 };
        const server = await serveHttp(runtime, { ...options, maxPendingBytes: 1_000_000 });
        open.push(server);
        const { url } = server;
        const near = async () => (await post(url, NEAR)).status;
        const { body, headers } = asking('near', 1);
        await post(url, body, headers); // Loads what the server loads with its first stream.
        const before = await memoryInUse();
        const socket = askUnread(url, asking('chat', 1));
        await until(() => contexts.length === 1);
        await until(async () => (await near()) === 200);
        const held = (await memoryInUse()) - before;
        expect(held).toBeLessThan(size(30_000_000) + 6_000_000); // A fraction of what is said.
        socket.destroy();
      },
    );
  });
}
