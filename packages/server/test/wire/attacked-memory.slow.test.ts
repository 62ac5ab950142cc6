/** @slow fills the memory of a server in a separate process, several times */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { headers, initialize } from './support/raw.ts';
import { until } from './support/until.ts';

const script = fileURLToPath(new URL('fixtures/attacked-server.mjs', import.meta.url));
const processes: ChildProcess[] = [];
afterEach(() => {
  for (const each of processes.splice(0)) each.kill('SIGKILL');
});

type Headers = Readonly<Record<string, string>>;

/** A server with 512 MB and default limits, and requests of named callers. */
async function start() {
  const server = fork(script, { execArgv: ['--max-old-space-size=512'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  processes.push(server);
  const [{ url }] = (await once(server, 'message')) as [{ url: string }];
  const send = (caller: string, body: string, more: Headers = {}) =>
    new Promise<{ status: number; text: string; headers: Headers } | undefined>((resolve) => {
      const all = { ...headers, ...more, 'x-caller': caller, 'content-length': Buffer.byteLength(body) };
      const sending = request(url, { method: 'POST', headers: all, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers as never }),
        );
      });
      sending.on('error', () => resolve(undefined)).on('close', () => setImmediate(resolve, undefined));
      sending.end(body);
    });
  const call = (caller: string, name: string, args: string) =>
    send(caller, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`);
  const echo = async (caller: string) => (await call(caller, 'echo', '{}'))?.status;
  const open = async (caller: string) => {
    const opened = await send(caller, JSON.stringify(initialize('2025-11-25')));
    return { 'mcp-session-id': opened?.headers['mcp-session-id'] ?? '' };
  };
  return { server, send, call, echo, open };
}

const TEXT = 990_000;
const ATTACKS: readonly (readonly [string, string, string])[] = [
  [
    'four long strings',
    'texts',
    JSON.stringify(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, 'x'.repeat(TEXT)]))),
  ],
  ['99,000 empty objects', 'wait', `{"data":[${'{},'.repeat(99_000)}0]}`],
];

/** The number of calls. Together they would take more than 512 MB. */
const CALLS = 140;
/** The number of simultaneous requests. */
const AT_ONCE = 20;

/** Nested objects, each with a unique property name. */
function differing(objects: number): string {
  let json = '';
  for (let at = 0; at < objects; at += 49) {
    const names = Array.from({ length: 49 }, (_, index) => `{"k${at + index}":0,"${10_000 + at + index}":`);
    json += `${at > 0 ? ',' : ''}${names.join('')}0${'}'.repeat(49)}`;
  }
  return json;
}

describe('serveHttp with 512 MB of memory', () => {
  test.each(ATTACKS)('rejects one caller and answers another during calls with %s', async (_, name, args) => {
    const { server, call, echo } = await start();
    let rejected = 0;
    const calls: Promise<unknown>[] = [];
    const others: (number | undefined)[] = [];
    for (let sent = 0; sent < CALLS; sent += AT_ONCE) {
      const part = Array.from({ length: AT_ONCE }, () => call('eve', name, args));
      calls.push(...part.map(async (answer) => (rejected += Number((await answer)?.status === 503))));
      others.push(await echo('ada'));
    }
    await until(() => rejected > 0);
    others.push(await echo('ada'));
    server.send('release');
    await Promise.all(calls);
    others.push(await echo('eve'), await echo('ada'));
    const isAlive = server.exitCode === null && server.signalCode === null;
    expect({ others: [...new Set(others)], isAlive }).toEqual({ others: [200], isAlive: true });
  });

  test('keeps running while two callers fill it with objects of different shapes', async () => {
    const { server, call, echo } = await start();
    const args = `{"data":[${differing(49_000)}]}`;
    const calls: Promise<unknown>[] = [];
    let sent = 0;
    for (const caller of ['eve', 'mallory']) {
      let rejected = 0;
      for (; rejected === 0 && sent < CALLS; sent += 1) {
        const answer = call(caller, 'wait', args).then((response) => (rejected += Number(response?.status === 503)));
        calls.push(answer);
        await echo('ada');
      }
    }
    const isRejected = (await echo('ada')) === 503;
    server.send('release');
    await Promise.all(calls);
    const isAlive = server.exitCode === null && server.signalCode === null;
    expect({ isRejected, isAlive, after: await echo('ada') }).toEqual({ isRejected: true, isAlive: true, after: 200 });
  });

  test('rejects subscriptions to URIs of 990 kB', async () => {
    const { send, open } = await start();
    const uri = 'page:///'.padEnd(TEXT, 'x');
    const message = { jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params: { uri } };
    const answer = await send('eve', JSON.stringify(message), await open('eve'));
    expect(answer?.text).toContain('"code":-32602');
  });
});
