/** @slow takes more than a second: starts applications in processes */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { openStream, type Platform, PLATFORMS, textOf } from './support/applications.ts';

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL'); // A failed test leaves its process running.
});

// Tests of Nest versions run a copy of this file, in the folder `acceptance`.
const SUPPORT = ['packages/nestjs/test/support', 'acceptance/support'].find((folder) => existsSync(folder)) ?? '';
const PROGRAM = resolve(SUPPORT, 'stdio-application.mjs');

interface Application {
  readonly child: ChildProcess & { readonly stdin: NodeJS.WritableStream };
  readonly output: { stdout: string; stderr: string };
  /** Resolves with the exit code and the signal when the process has exited and its output was read. */
  readonly ended: Promise<unknown[]>;
  /** Resolves when stdout or stderr contains the string, or the process has ended. */
  until(text: string): Promise<void>;
}

function startApplication(how: 'module' | 'context' | Platform): Application {
  const child = spawn(process.execPath, [PROGRAM, how], { stdio: 'pipe' });
  children.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ended = once(child, 'close');
  const until = async (text: string) => {
    while (!`${output.stdout}${output.stderr}`.includes(text) && child.exitCode === null) {
      const listening = new AbortController();
      const written = [child.stdout, child.stderr].map((each) => once(each, 'data', { signal: listening.signal }));
      await Promise.race([...written, ended]);
      listening.abort(); // Removes the other listeners.
    }
  };
  return { child, output, ended, until };
}

// Node's test runner, which runs these tests on other versions of Nest, has no test.each.
for (const platform of PLATFORMS)
  test(`enableShutdownHooks answers pending requests on SIGTERM before providers close: ${platform}`, async () => {
    const { child, output, ended, until } = startApplication(platform);
    await until(' listens');
    await until('started');
    const [, port] = /port (\d+)/.exec(output.stderr) ?? [];
    const url = `http://127.0.0.1:${port}/mcp`;
    const stream = await openStream(url);
    const text = textOf(url, 'slow');
    await until('a line of console.log');
    child.kill('SIGTERM');
    expect(await text).toBe('rows');
    expect(await stream.text()).not.toContain('error');
    expect(await ended).toEqual([null, 'SIGTERM']);
    expect(output.stderr).toContain('database closed');
  }, 60_000);

describe('serveStdio', () => {
  const REQUEST = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'slow' } })}\n`;
  const RESPONSE = {
    jsonrpc: '2.0',
    id: 1,
    result: { messages: [{ role: 'user', content: { type: 'text', text: 'rows' } }] },
  };

  for (const kind of ['module', 'context'] as const)
    test(`writes only the protocol to stdout: ${kind}`, async () => {
      const { child, output, ended, until } = startApplication(kind);
      await until('started');
      child.stdin.end(REQUEST);
      await ended;
      expect(JSON.parse(output.stdout)).toEqual(RESPONSE);
      for (const line of ['a line of console.log', 'a line of the logger', 'Nest application', 'database closed'])
        expect(output.stderr).toContain(line);
    }, 60_000);

  test('answers pending requests on SIGTERM before providers close', async () => {
    const { child, output, ended, until } = startApplication('module');
    await until('started');
    child.stdin.write(REQUEST);
    await until('a line of console.log');
    child.kill('SIGTERM');
    await ended;
    expect(JSON.parse(output.stdout)).toEqual(RESPONSE);
    expect(output.stderr).toContain('database closed');
  }, 60_000);
});
