import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CHECKOUT } from '../dist/command-line.js';
import { SampleRepository } from '../dist/story/sample-repository.js';
import { runScript } from './support/script.ts';

let sample: SampleRepository;

beforeAll(() => {
  sample = new SampleRepository();
});

afterAll(() => sample.remove());

const BAD_PORT = 'The port must be a number from 0 to 65535; 0 takes any free one.';
const MISSING = 'There is no folder /missing. Name one that exists with --repository.';

test.each([
  ['http.js', ['--port', 'http'], BAD_PORT],
  ['http.js', ['--port', '65536'], BAD_PORT],
  ['http.js', ['--repository', '/missing'], MISSING],
  ['stdio.js', ['--repository', '/missing'], MISSING],
  ['stdio.js', ['--repository', process.execPath], `${process.execPath} is no folder. Name the folder that holds it.`],
  ['stdio.js', ['--port', '1'], "Unknown option '--port'"],
])('%s rejects the options %j in one line', async (script, options, line) => {
  expect(await runScript(pathOf(script), options)).toEqual({ code: 1, stdout: '', stderr: `review-desk: ${line}\n` });
});

describe('http.js', () => {
  test('suggests another port if its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await runScript(pathOf('http.js'), ['--port', String(port)])).toEqual({
      code: 1,
      stdout: '',
      stderr: `review-desk: Port ${port} on 127.0.0.1 is in use: choose another port, or 0 for any free one, with --port.\n`,
    });
    other.close();
  });

  test('prints its address, and exits with 0 on SIGTERM', async () => {
    const child = start('http.js', '--port', '0', '--repository', sample.path);
    await once(child.stdout, 'readable');
    child.kill('SIGTERM');
    const { stdout, ...rest } = await ending(child);
    expect({ stdout: stdout.replace(/:\d+\//, ':PORT/'), ...rest }).toEqual({
      code: 0,
      stdout: `Review desk 0.1.0 serves ${sample.path} at http://127.0.0.1:PORT/mcp\n`,
      stderr: '',
    });
  });
});

test('stdio.js exits with 0 when the client disconnects, and prints nothing', async () => {
  const child = start('stdio.js', '--repository', sample.path);
  child.stdin.end();
  expect(await ending(child)).toEqual({ code: 0, stdout: '', stderr: '' });
});

function pathOf(script: string): string {
  return join(import.meta.dirname, '..', 'dist', script);
}

function start(script: string, ...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [pathOf(script), ...args], {
    cwd: CHECKOUT,
    env: { HOME: homedir(), PATH: process.env['PATH'], NO_COLOR: '1' },
  });
}

async function ending(child: ChildProcessWithoutNullStreams) {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, stdout, stderr };
}
