import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { TrialIssuer } from '../dist/access/trial-issuer.js';
import { Person } from './support/person.ts';
import { freePort } from './support/served.ts';

const pathOf = (script: string) => join(import.meta.dirname, '../dist', script);

async function startHttp(...args: string[]) {
  const port = await freePort();
  const env = { PATH: process.env['PATH'], PORT: String(port) };
  const child = spawn(process.execPath, [pathOf('http.js'), ...args], { env });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value).split(': ');
  const url = `http://127.0.0.1:${port}/mcp`;
  return { child, next, url, title: await next() };
}

test('http.js --try prints a valid token for each role, and exits with 0 on SIGTERM', async () => {
  const { child, next, url, title } = await startHttp('storefront', '--try');
  expect(title).toEqual([`Web shop at ${url}`]);
  for (const expected of ['clerk', 'manager']) {
    const [role, token = ''] = await next();
    const person = await Person.withToken(url, token);
    expect([role, await person.call('web_find_orders', { status: 'shipped' })]).toMatchObject([
      expected,
      { result: [{ id: '100003' }] },
    ]);
    await person.close();
  }
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('http.js accepts the tokens of the named issuer', async () => {
  const issuer = await TrialIssuer.open();
  const { child, url } = await startHttp('back-office', issuer.url);
  const person = await Person.withToken(url, await issuer.issue('max', { role: 'manager', resource: url }));
  const arrived = { article: 'mugs, box of 48', quantity: 1 };
  expect(await person.call('restock', arrived)).toMatchObject({ stock: 17 });
  await person.close();
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  issuer.close();
});

test.each([
  ['clerk', 'storefront', 'web_ship_order'],
  ['manager', 'back-office', 'restock'],
])('stdio.js serves a %s of the service %s', async (role, service, tool) => {
  const args = [pathOf('stdio.js'), service];
  const env = { SHOP_ROLE: role };
  const person = await Person.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  expect(await person.names()).toContain(tool);
  await person.close();
});
