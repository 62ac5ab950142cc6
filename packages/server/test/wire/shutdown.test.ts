import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Arg, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { serveHttp, serveStdio } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { runs } from '../../../../build/jest/runs.ts';
import { overHttp, type TestClient } from './support/clients.ts';
import { Lines, post } from './support/raw.ts';
import { until } from './support/until.ts';
import { everyVersion, signatureOf } from './support/versions.ts';

const identity = { name: 'slow', version: '1.0.0' };

const echoed = (word: string) => ({ messages: [{ role: 'user', content: { type: 'text', text: `echo ${word}` } }] });
const ask = (client: TestClient, word: string) => client.getPrompt({ name: 'slow_echo', arguments: { word } });

class EchoArgs {
  @Arg()
  word = '';
}

/** Creates a prompt that answers all calls at the same time. */
function gatedEcho() {
  let rendering = 0;
  let release = () => {};
  let wake = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  @Prompt({ args: EchoArgs })
  class SlowEcho implements PromptHandler<EchoArgs> {
    async render({ word }: EchoArgs) {
      rendering += 1;
      wake();
      await released;
      return `echo ${word}`;
    }
  }
  const untilRendering = async (count: number) => {
    while (rendering < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { runtime: new Runtime({ prompts: [SlowEcho] }), release, untilRendering };
}

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

describe.each([
  ['auto', runs(200)],
  ['json', runs(200)],
  ['sse', runs(50)],
] as const)('serveHttp with responseMode %s', (responseMode, count) => {
  test(`answers all ${count} pending requests before it closes`, async () => {
    const { runtime, release, untilRendering } = gatedEcho();
    const server = await serveHttp(runtime, { ...identity, port: 0, responseMode });
    const callers = Array.from({ length: count }, (_, index) => everyVersion[index % everyVersion.length]!);
    const clients = await Promise.all(callers.map((version) => overHttp[version](server.url)));
    const answers = Promise.all(clients.map((client, index) => ask(client, `word ${index}`)));
    await untilRendering(count);
    const closed = server.close();
    release();
    expect(await answers).toEqual(
      callers.map((version, index) => ({ ...echoed(`word ${index}`), ...signatureOf(version, 'slow') })),
    );
    await closed;
    await Promise.all(clients.map((client) => client.close().catch(() => {}))); // The session ended with the server.
  }, 60_000);
});

describe('serveStdio', () => {
  test('answers pending requests after the client has closed its end', async () => {
    const { runtime, release } = gatedEcho();
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    await serveStdio(runtime, { ...identity, stdin, stdout });
    const lines = new Lines(stdin, stdout);
    const params = { name: 'slow_echo', arguments: { word: 'last' } };
    stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params })}\n`);
    await once(stdin, 'end');
    release();
    expect(await lines.until(1)).toEqual([{ jsonrpc: '2.0', id: 1, result: echoed('last') }]);
  });
});

describe('serveHttp', () => {
  test('aborts pending requests after drainTimeoutMs', async () => {
    const { runtime, signals } = hanging();
    const server = await serveHttp(runtime, { ...identity, port: 0, drainTimeoutMs: 200 });
    const cut = post(server.url, hang).catch((error: Error) => error.message);
    await until(() => signals.length === 1);
    await server.close();
    expect(await cut).toBe('fetch failed');
    await until(() => signals[0]?.aborted === true);
  });
});

describe('notifications/cancelled', () => {
  test('aborts the prompt over stdio and sends no response', async () => {
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
});
