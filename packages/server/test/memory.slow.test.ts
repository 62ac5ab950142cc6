/** @slow measures memory: clients, bodies and lines */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { Runtime } from '@cuecard/core';
import { serveStdio } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { clientReader } from './support/envelope-clients.ts';
import { endpointOf } from './support/endpoint-of.ts';
import { Held } from './support/held.ts';

describe('Envelopes.read', () => {
  test('caches many small clients and few large ones', async () => {
    async function heldOf(length: number) {
      const clients = new Held();
      const clientOf = clientReader();
      for (let each = 0; each < 999; each += 1) {
        const client = clientOf({ name: `${each}${'x'.repeat(length)}`, version: '1' });
        clients.watch(client ?? {});
      }
      const { held } = await clients.counts();
      expect(clientOf({ name: 'y', version: '1' })).toBe(clientOf({ name: 'y', version: '1' }));
      return held;
    }
    expect(await heldOf(50)).toBe(999);
    expect(await heldOf(60_000)).toBeLessThan(10);
  });
});

describe('HttpHandler', () => {
  test('does not keep the chunks of an unfinished body', async () => {
    const pieces = new Held();
    let sent = 0;
    let end = () => {};
    const body = new ReadableStream({
      pull: (controller) => {
        if (sent < 1_000) controller.enqueue(pieces.watch(Buffer.alloc(1, ' ')));
        else end = () => controller.close();
        sent += 1;
      },
    });
    const endpoint = endpointOf({ maxBodyBytes: 1_000, bodyTimeoutMs: 10_000 }, () => Response.json({}));
    const headers = { 'content-type': 'application/json' };
    const answer = endpoint.fetch(new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' }));
    while (sent <= 1_000) await turn();
    const { all, held } = await pieces.counts();
    expect([all, held < 50]).toEqual([1_000, true]);
    end();
    expect((await answer).status).toBe(400);
  });
});

describe('serveStdio', () => {
  test('does not keep the chunks of an unfinished line', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    await serveStdio(new Runtime({ prompts: [] }), { name: 'x', version: '1', stdin, stdout });
    const answer = { jsonrpc: '2.0' as const, id: 1, result: {} };
    const pieces = new Held();
    for (let sent = 0; sent < 1_000; sent += 1) stdin.write(pieces.watch(Buffer.alloc(1, ' ')));
    await turn();
    const { all, held } = await pieces.counts();
    expect([all, held < 50]).toEqual([1_000, true]);
    stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect(JSON.parse(String((await once(stdout, 'data'))[0]))).toEqual(answer);
  });
});
