import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { TrialIssuer } from '../dist/access/trial-issuer.js';
import { runScript } from '../../review-desk/test/support/script.ts';
import { given } from './story/orders.ts';
import { meet } from './support/person.ts';
import { freePort } from './support/served.ts';

interface Mistake {
  readonly script: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly line: string;
}

const mistakes: readonly Mistake[] = [
  { script: 'stdio.js', args: ['shop'], line: 'Name one service: storefront or back-office.' },
  {
    script: 'http.js',
    args: ['storefront'],
    line: 'Say whose tokens to accept with --issuer URL, or print some to try it with --try.',
  },
  {
    script: 'http.js',
    args: ['storefront', '--try', '--port', '0'],
    line: 'The port must be a number from 1 to 65535: tokens are made out to it.',
  },
  {
    script: 'stdio.js',
    args: ['back-office'],
    env: { SHOP_ROLE: 'owner' },
    line: 'SHOP_ROLE must be clerk or manager.',
  },
];

test.each(mistakes)(
  '$script rejects the arguments $args and the environment $env in one line',
  async ({ script, args, env, line }) => {
    expect(await runScript(pathOf(script), args, env)).toEqual({ code: 1, stdout: '', stderr: `shop: ${line}\n` });
  },
);

test('http.js --try prints valid tokens, and exits with 0 on SIGTERM', async () => {
  const port = await freePort();
  const child = start('http.js', ['storefront', '--try', '--port', String(port)]);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => ((await lines.next()).value as string).split(': ');
  const url = `http://127.0.0.1:${port}/mcp`;
  expect(await next()).toEqual([`Web shop at ${url}`]);
  const found = {
    id: '100003',
    customer: 'Carl Egli',
    status: 'shipped',
    total: 64.5,
    placed: '2026-05-02T16:45:00.000Z',
  };
  for (const role of ['clerk', 'manager']) {
    const [name, token = ''] = await next();
    const person = await meet('v2 2026-07-28', { url, token });
    const answer = await person.call('web_find_orders', { status: 'shipped', limit: 1 });
    expect([name, answer]).toEqual([role, given({ result: [found] })]);
    await person.close();
  }
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('http.js --issuer accepts the tokens of that issuer', async () => {
  const [issuer, port] = [await TrialIssuer.open(), await freePort()];
  const child = start('http.js', ['back-office', '--issuer', issuer.url, '--port', String(port)]);
  await once(child.stdout, 'data');
  const url = `http://127.0.0.1:${port}/mcp`;
  const token = await issuer.issue('max', { role: 'manager', resource: url });
  const person = await meet('v1', { url, token });
  const stocked = { name: 'mugs, box of 48', price: 612, stock: 17 };
  expect(await person.call('restock', { article: 'mugs, box of 48', quantity: 1 })).toEqual(given(stocked));
  await person.close();
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  issuer.close();
});

function pathOf(script: string): string {
  return join(import.meta.dirname, '../dist', script);
}

function start(script: string, args: readonly string[], env: Mistake['env'] = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [pathOf(script), ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
}
