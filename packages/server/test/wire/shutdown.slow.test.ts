/** @slow takes more than a second: starts a process for each test */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { overStdio } from './support/clients.ts';
import { initialize, Lines } from './support/raw.ts';

/** Waits until a child process renders this many prompts. */
function rendering(child: ChildProcess, count: number): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message: { rendering?: number }) => {
      if (message.rendering === count) resolve();
    });
  });
}

const echoed = (word: string) => ({ messages: [{ role: 'user', content: { type: 'text', text: `echo ${word}` } }] });

const script = fileURLToPath(new URL('fixtures/slow-server.mjs', import.meta.url));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function start(): Promise<ChildProcess> {
  const child = fork(script, { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
  children.push(child);
  await once(child, 'message');
  return child;
}

describe('serveStdio in a process', () => {
  test('serves an official client that has started it', async () => {
    const client = await overStdio(script);
    expect(await client.getPrompt({ name: 'slow_echo', arguments: { word: 'here' } })).toEqual(echoed('here'));
    await client.close();
  });

  test('answers all pending requests when SIGTERM closes it', async () => {
    const child = await start();
    const lines = new Lines(child.stdin!, child.stdout!);
    await lines.ask(JSON.stringify(initialize('2025-11-25')));
    const ids = Array.from({ length: 50 }, (_, index) => index);
    const all = rendering(child, ids.length);
    for (const id of ids) {
      const params = { name: 'slow_echo', arguments: { word: `${id}` } };
      lines.write(JSON.stringify({ jsonrpc: '2.0', id, method: 'prompts/get', params }));
    }
    const exited = once(child, 'exit');
    await all;
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(lines.received.slice(1)).toEqual(ids.map((id) => ({ jsonrpc: '2.0', id, result: echoed(`${id}`) })));
  });
});
