import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Person } from './support/person.ts';
import { freePort } from './support/served.ts';

const pathOf = (script: string) => join(import.meta.dirname, '../dist', script);

test('http.js --try prints a valid token for each role, and exits with 0 on SIGTERM', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const env = { PATH: process.env['PATH'], PORT: String(port) };
  const child = spawn(process.execPath, [pathOf('http.js'), 'storefront', '--try'], { env });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value).split(': ');
  expect(await next()).toEqual([`Web shop at ${url}`]);
  for (const [role, reads] of [
    ['clerk', false],
    ['manager', true],
  ]) {
    const [printed, token = ''] = await next();
    const person = await Person.withToken(url, token);
    expect([printed, (await person.names()).includes('web_daily_summary')]).toEqual([role, reads]);
    await person.close();
  }
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('stdio.js serves a service to a user with a role', async () => {
  const args = [pathOf('stdio.js'), 'back-office'];
  const env = { SHOP_ROLE: 'manager' };
  const person = await Person.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  expect(await person.names()).toContain('restock');
  await person.close();
});
