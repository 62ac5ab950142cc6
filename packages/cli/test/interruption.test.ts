import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sectionOf } from '@cuecard/core';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cuecard } from './support/cuecard.ts';

const folder = import.meta.dirname;

/** A server that never answers. */
const silent = createServer();
beforeAll(async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => silent.close().closeAllConnections());

async function interrupted(reason: 'SIGINT' | 'SIGTERM', options: readonly string[] = []) {
  const interruption = new AbortController();
  const { port } = silent.address() as AddressInfo;
  const argv = ['list', '--url', `http://127.0.0.1:${port}/mcp`, ...options];
  const running = cuecard(argv, { folder, signal: interruption.signal });
  await once(silent, 'request');
  interruption.abort(reason);
  return running;
}

describe('cuecard', () => {
  test('ends a waiting command on SIGINT with one line', async () => {
    expect(await interrupted('SIGINT')).toEqual({ code: 130, stdout: '', stderr: 'Interrupted\n' });
  });

  test('exits with 143 on SIGTERM and reports it as JSON', async () => {
    const { code, stdout, stderr } = await interrupted('SIGTERM', ['--json']);
    expect([code, JSON.parse(stdout), stderr]).toEqual([
      143,
      {
        ok: false,
        exitCode: 143,
        code: 'interrupted',
        summary: 'Terminated',
        section: sectionOf('interrupted'),
      },
      'Terminated\n',
    ]);
  });
});
