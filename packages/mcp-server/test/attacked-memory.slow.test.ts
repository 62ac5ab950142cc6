/** @slow fills the memory of a server in a process of its own, several times */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { headers, initialize } from '../../mcp-sdk/test/support/raw.ts';

const script = fileURLToPath(new URL('fixtures/attacked-server.mjs', import.meta.url));
const processes: ChildProcess[] = [];
afterEach(() => {
  for (const each of processes.splice(0)) each.kill('SIGKILL');
});

type Headers = Readonly<Record<string, string>>;

/** A server with 512 MB and default limits, and requests to it of named callers. */
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
  [
    'long strings with a wide character',
    'texts',
    `{"a":"\\u4e00${'x'.repeat(TEXT)}","b":"\\u4e00${'x'.repeat(TEXT)}"}`,
  ],
  ['99,000 empty objects', 'wait', `{"data":[${'{},'.repeat(99_000)}0]}`],
  ['99,000 empty arrays', 'wait', `{"data":[${'[],'.repeat(99_000)}0]}`],
  [
    '33,000 objects with a member of their own',
    'wait',
    `{"data":[${Array.from({ length: 33_000 }, (_, at) => `{"${at}x":0.5}`).join(',')}]}`,
  ],
  [
    'one object with 99,000 members',
    'wait',
    `{"data":{${Array.from({ length: 99_000 }, (_, at) => `"m${at}":0.5`).join(',')}}}`,
  ],
  ['33,000 objects with an index', 'wait', `{"data":[${'{"99999999":0.5},'.repeat(33_000)}0]}`],
];

/** How many calls are sent: so many together would take more than 512 MB. */
const CALLS = 140;
/** Requests that are sent at the same time. */
const AT_ONCE = 20;

describe('a server with 512 MB', () => {
  test.each(ATTACKS)(
    'rejects one caller and answers another during calls with %s',
    async (_, name, args) => {
      const { server, call, echo } = await start();
      const statuses = { accepted: 0, rejected: 0 };
      const calls: Promise<unknown>[] = [];
      const others: (number | undefined)[] = [];
      for (let sent = 0; sent < CALLS; sent += AT_ONCE) {
        const part = Array.from({ length: AT_ONCE }, () => call('eve', name, args));
        for (const each of part)
          calls.push(each.then((answer) => (statuses[answer?.status === 503 ? 'rejected' : 'accepted'] += 1)));
        others.push(await echo('ada'));
      }
      while ((await echo('eve')) === 200) others.push(await echo('ada'));
      others.push(await echo('ada'));
      expect({ others: [...new Set(others)], isAlive: server.exitCode === null && server.signalCode === null }).toEqual(
        {
          others: [200],
          isAlive: true,
        },
      );
      server.send('release');
      await Promise.all(calls);
      expect(statuses.rejected).toBeGreaterThan(0);
      expect([await echo('eve'), await echo('ada')]).toEqual([200, 200]);
    },
    120_000,
  );

  test.each([
    ['long', 8_000],
    ['short', 8],
  ])(
    'rejects one caller and answers another during subscriptions to %s URIs',
    async (_, length) => {
      const { server, send, echo, open } = await start();
      const others: (number | undefined)[] = [];
      let status: number | undefined = 200;
      let subscribed = 0;
      while (status === 200 && subscribed < 100_000) {
        const session = await open('eve');
        const subscribe = async (at: number) => {
          const uri = `page:///${at}`.padEnd(length, 'x');
          const message = { jsonrpc: '2.0', id: at, method: 'resources/subscribe', params: { uri } };
          return (await send('eve', JSON.stringify(message), session))?.status;
        };
        const statuses = await Promise.all(Array.from({ length: 100 }, (_value, at) => subscribe(at)));
        subscribed += statuses.filter((each) => each === 200).length;
        status = statuses.find((each) => each !== 200) ?? 200;
        others.push(await echo('ada'));
      }
      const isAlive = server.exitCode === null && server.signalCode === null;
      expect({ status, others: [...new Set(others)], isAlive }).toEqual({ status: 503, others: [200], isAlive: true });
    },
    300_000,
  );

  test('rejects subscriptions to URIs of 990 kB', async () => {
    const { send, open } = await start();
    const uri = 'page:///'.padEnd(TEXT, 'x');
    const message = { jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params: { uri } };
    const answer = await send('eve', JSON.stringify(message), await open('eve'));
    expect(answer?.text).toContain('"code":-32602');
  });
});
