import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Arg, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Adapter } from './adapter.ts';
import { overHttp, type TestClient } from './clients.ts';
import { initialize, Lines, post } from './raw.ts';
import { signatureOf, type Version } from './versions.ts';

const identity = { name: 'slow', version: '1.0.0' };

/** Waits until so many prompts are being rendered. */
function rendering(child: ChildProcess, count: number): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message: { rendering?: number }) => {
      if (message.rendering === count) resolve();
    });
  });
}

const echoed = (word: string) => ({ messages: [{ role: 'user', content: { type: 'text', text: `echo ${word}` } }] });
const ask = (client: TestClient, word: string) => client.getPrompt({ name: 'slow_echo', arguments: { word } });

function hanging() {
  const signals: AbortSignal[] = [];
  class WordArgs {
    @Arg()
    word = '';
  }
  @Prompt({ args: WordArgs })
  class Hang implements PromptHandler<WordArgs> {
    render: PromptHandler<WordArgs>['render'] = (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
  }
  return { runtime: new Runtime({ prompts: [Hang] }), signals };
}

const hang = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'hang' } });
const cancel = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Tests how an adapter ends. The script serves, as a process of its own, a prompt that takes its time. */
export function testShutdown(
  { serveHttp, serveStdio }: Pick<Adapter, 'serveHttp' | 'serveStdio'>,
  versions: readonly Version[],
  script: string,
): void {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  async function start(...args: string[]): Promise<{ child: ChildProcess; url: string }> {
    const child = fork(script, args, { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
    children.push(child);
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    return { child, url };
  }

  describe.each([
    ['auto', process.env['CI'] ? 200 : 20],
    ['json', process.env['CI'] ? 200 : 20],
    ['sse', process.env['CI'] ? 50 : 10],
  ] as const)('over HTTP with %s', (mode, count) => {
    test(`${count} clients at once each get their own answer, and SIGTERM in the middle loses none`, async () => {
      const { child, url } = await start('--http', `--${mode}`);
      const callers = Array.from({ length: count }, (_, index) => versions[index % versions.length]!);
      const clients = await Promise.all(callers.map((version) => overHttp[version](url)));
      const all = rendering(child, count);
      const answers = Promise.all(clients.map((client, index) => ask(client, `word ${index}`)));
      const exited = once(child, 'exit');
      await all;
      child.kill('SIGTERM');

      expect(await answers).toEqual(
        callers.map((version, index) => ({ ...echoed(`word ${index}`), ...signatureOf(version, 'slow') })),
      );
      expect(await exited).toEqual([0, null]);
    }, 60_000);
  });

  test('over stdio, SIGTERM in the middle loses none of what was asked', async () => {
    const { child } = await start();
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

  test('over stdio, what was asked before the client closed its end is still answered', async () => {
    const { child } = await start();
    const lines = new Lines(child.stdin!, child.stdout!);
    const params = { name: 'slow_echo', arguments: { word: 'last' } };
    child.stdin?.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params })}\n`);
    expect(await lines.until(1)).toEqual([{ jsonrpc: '2.0', id: 1, result: echoed('last') }]);
  });

  test('a request that never ends is cut off when the time to drain is over', async () => {
    const { runtime, signals } = hanging();
    const server = await serveHttp(runtime, { ...identity, port: 0, drainMs: 200 });
    const cut = post(server.url, hang).catch((error: Error) => error.message);
    await until(() => signals.length === 1);
    await server.close();
    expect(await cut).toBe('fetch failed');
    await until(() => signals[0]?.aborted === true);
  });

  describe('a request that its client cancels', () => {
    test.each(['auto', 'json', 'sse'] as const)(
      'aborts the prompt and ends the HTTP request, in a session, with %s',
      async (responseMode) => {
        const { runtime, signals } = hanging();
        const server = await serveHttp(runtime, { ...identity, port: 0, responseMode });
        const hello = await post(server.url, JSON.stringify(initialize('2025-11-25')));
        const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
        const answer = post(server.url, hang, session);
        await until(() => signals.length === 1);
        expect((await post(server.url, cancel, session)).status).toBe(202);
        const { status, body } = await answer;
        expect({ status, body, aborted: signals[0]?.aborted }).toEqual({ status: 200, body: [], aborted: true });
        await server.close(); // At once: nothing is in flight.
      },
    );

    test('aborts the prompt over stdio, and nothing waits for it', async () => {
      const { runtime, signals } = hanging();
      const [stdin, stdout] = [new PassThrough(), new PassThrough()];
      const server = await serveStdio(runtime, { ...identity, stdin, stdout });
      stdin.write(`${hang}\n`);
      await until(() => signals.length === 1);
      stdin.write(`${cancel}\n`);
      await until(() => signals[0]?.aborted === true);
      await server.close();
      expect(stdout.read()).toBeNull();
    });

    test('by going away goes on, without a session, up to 2025-11-25', async () => {
      const { runtime, signals } = hanging();
      const server = await serveHttp(runtime, { ...identity, port: 0, drainMs: 200 });
      const leaving = new AbortController();
      const gone = fetch(server.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: hang,
        signal: leaving.signal,
      }).catch((error: Error) => error.name);
      await until(() => signals.length === 1);
      leaving.abort();
      expect(await gone).toBe('AbortError');
      await sleep(100);
      expect(signals[0]?.aborted).toBe(false);
      await server.close();
      await until(() => signals[0]?.aborted === true);
    });
  });
}
