import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Runtime } from '@cuecard/core';
import { serveStdio } from '@cuecard/server';
import { expect, test } from '@jest/globals';

const script = fileURLToPath(new URL('fixtures/printing-server.mjs', import.meta.url));
const clientInfo = { name: 'x', version: '1' };
const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };

test('serveStdio redirects other output of the process to stderr until it closes', async () => {
  const child = spawn(process.execPath, [script]);
  for (const message of [
    { id: 1, method: 'initialize', params: initialize },
    { method: 'notifications/initialized' },
    { id: 2, method: 'prompts/get', params: { name: 'print' } },
  ])
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  child.stdin.end();
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [first = '', second = '', ...rest] = stdout.split('\n');
  expect([first, second].map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2]);
  expect([rest, stderr]).toEqual([['printed after the end', ''], 'printed by the prompt\nwritten by the prompt\n']);
});

test('serveStdio does not redirect stdout if it cannot start', async () => {
  const { write } = process.stdout;
  const options = { name: 'printing', version: '1.0.0', maxMessageBytes: -1 };
  await expect(serveStdio(new Runtime({ prompts: [] }), options)).rejects.toThrow(RangeError);
  expect(process.stdout.write).toBe(write);
});
