import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CHECKOUT } from '../dist/command-line.js';
import { SampleRepository } from '../dist/story/sample-repository.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

let sample: SampleRepository;

beforeAll(() => {
  sample = new SampleRepository();
});

afterAll(() => sample.remove());

test('a port in use is one line that says what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await ending(start('http.js', '--port', String(port)))).toEqual({
    code: 1,
    stdout: '',
    stderr: `review-desk: Port ${port} on 127.0.0.1 is in use: choose another port, or 0 for any free one, with --port.\n`,
  });
  other.close();
});

// Each is a process, of which two come back to what others have shown.
test.each([
  ...(process.env['CI']
    ? [
        ['http.js', ['--port', 'http'], 'The port must be a number from 0 to 65535; 0 takes any free one.'] as const,
        [
          'stdio.js',
          ['--repository', '/missing'],
          'There is no folder /missing. Name one that exists with --repository.',
        ] as const,
      ]
    : []),
  ['http.js', ['--port', '65536'], 'The port must be a number from 0 to 65535; 0 takes any free one.'],
  ['http.js', ['--repository', '/missing'], 'There is no folder /missing. Name one that exists with --repository.'],
  ['stdio.js', ['--repository', process.execPath], `${process.execPath} is no folder. Name the folder that holds it.`],
  ['stdio.js', ['--port', '1'], "Unknown option '--port'"],
] as const)('%s with the options %j says in one line what is wrong', async (script, options, line) => {
  expect(await ending(start(script, ...options))).toEqual({ code: 1, stdout: '', stderr: `review-desk: ${line}\n` });
});

test.each(process.env['CI'] ? SIGNALS : SIGNALS.slice(1))(
  'over HTTP the desk says where it answers, and ends with 0 on %s',
  async (signal) => {
    const child = start('http.js', '--port', '0', '--repository', sample.path);
    await once(child.stdout, 'readable');
    child.kill(signal);
    const { code, stdout, stderr } = await ending(child);
    const said = stdout.replace(/:\d+\//, ':PORT/');
    expect({ code, said, stderr }).toEqual({
      code: 0,
      said: `Review desk 0.1.0 serves ${sample.path} at http://127.0.0.1:PORT/mcp\n`,
      stderr: '',
    });
  },
);

test('over stdio the desk ends with 0 when the client has gone, and has written nothing of its own', async () => {
  const child = start('stdio.js', '--repository', sample.path);
  child.stdin.end();
  expect(await ending(child)).toEqual({ code: 0, stdout: '', stderr: '' });
});

function start(script: string, ...args: string[]): ChildProcessWithoutNullStreams {
  const path = join(import.meta.dirname, '..', 'dist', script);
  return spawn(process.execPath, [path, ...args], {
    cwd: CHECKOUT,
    env: { HOME: homedir(), PATH: process.env['PATH'], NO_COLOR: '1' },
  });
}

async function ending(child: ChildProcessWithoutNullStreams) {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, stdout, stderr };
}
