import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Prompt, type PromptHandler } from '@cuecard/core';
import { CuecardHealthIndicator, CuecardModule, StderrLogger } from '@cuecard/nestjs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Injectable, Module, type OnApplicationShutdown, type OnModuleDestroy, Scope } from '@nestjs/common';
import { closeAll, PLATFORMS, SERVER, start, textOf } from './support/applications.ts';

const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL'); // Where a test has failed.
  await closeAll();
});

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

@Injectable()
class Database implements OnModuleDestroy, OnApplicationShutdown {
  isOpen = true;
  async query(): Promise<string> {
    await wait(150);
    return this.isOpen ? 'rows' : 'the database is closed';
  }
  onModuleDestroy(): void {
    this.isOpen = false;
  }
  onApplicationShutdown(): void {
    this.isOpen = false;
  }
}

@Prompt()
class Slow implements PromptHandler {
  constructor(private readonly database: Database) {}
  render = () => this.database.query();
}

@Module({ providers: [Database], exports: [Database] })
class DatabaseModule {}

@Module({ imports: [CuecardModule.forRoot(SERVER), DatabaseModule], providers: [Slow] })
class AppModule {}

/** Opens a session, and the stream of its notices. */
async function openStream(url: string): Promise<Response> {
  const introduced = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
    }),
  });
  const session = introduced.headers.get('mcp-session-id') ?? '';
  const stream = await fetch(url, { headers: { accept: 'text/event-stream', 'mcp-session-id': session } });
  expect(stream.status).toBe(200);
  return stream;
}

test('close() answers what is in flight before the database closes, and ends open streams', async () => {
  for (const platform of PLATFORMS) {
    const { app, url } = await start(AppModule, platform);
    const stream = await openStream(`${url}/mcp`);
    const answer = textOf(`${url}/mcp`, 'slow');
    await wait(50);
    await app.close();
    expect(await answer).toBe('rows');
    expect(await stream.text()).not.toContain('error');
  }
});

test('the health indicator says that a server is up, and down once it is closed', async () => {
  const { app } = await start(AppModule);
  const indicator = app.get(CuecardHealthIndicator);
  expect(indicator.isHealthy()).toEqual({ cuecard: { status: 'up', prompts: 1, tools: 0, resources: 0 } });
  await app.close();
  expect(indicator.isHealthy('mcp')).toEqual({ mcp: { status: 'down', prompts: 1, tools: 0, resources: 0 } });
});

test('a thousand providers start, and cost a call nothing', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => {
    class Many implements PromptHandler {
      render = () => `${index}`;
    }
    Prompt({ name: `many_${index}` })(Many);
    return Many;
  });
  @Injectable({ scope: Scope.REQUEST })
  class Untouched {
    constructor() {
      throw new Error('nobody asked for it');
    }
  }
  @Module({ imports: [CuecardModule.forRoot(SERVER)], providers: [...many, Untouched] })
  class Large {}
  const { url } = await start(Large);
  expect(await textOf(`${url}/mcp`, 'many_999')).toBe('999');
});

test('the logger for stdio writes every level to stderr', () => {
  const written: string[] = [];
  const { stdout, stderr } = process;
  const [toOut, toErr] = [stdout.write, stderr.write];
  stdout.write = (() => written.push('stdout') > 0) as typeof stdout.write;
  stderr.write = (() => written.push('stderr') > 0) as typeof stderr.write;
  try {
    const logger = new StderrLogger();
    for (const level of ['log', 'warn', 'debug', 'verbose', 'error', 'fatal'] as const) logger[level]('a line');
  } finally {
    Object.assign(stdout, { write: toOut });
    Object.assign(stderr, { write: toErr });
  }
  expect([...new Set(written)]).toEqual(['stderr']);
  expect(written.length).toBeGreaterThanOrEqual(6);
});

// Where the tests are, and where they have been copied to.
const support = ['packages/nestjs/test/support', 'acceptance/support'].find((each) => existsSync(each)) ?? '';
const program = resolve(support, 'stdio-application.mjs');

/** Starts the program; gives what it says, and its end. */
function started(how: 'module' | 'context' | 'http') {
  const child = spawn(process.execPath, [program, how], { stdio: 'pipe' });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  const ended = once(child, 'exit');
  const until = async (text: string) => {
    while (!`${said.out}${said.err}`.includes(text) && child.exitCode === null) await wait(10);
  };
  return { child, said, ended, until };
}

test('SIGTERM ends a server once it has answered what is in flight, and before that its database is open', async () => {
  const { child, said, ended, until } = started('http');
  await until(' listens');
  await until('started');
  const [, port] = /port (\d+)/.exec(said.err) ?? [];
  const url = `http://127.0.0.1:${port}/mcp`;
  const stream = await openStream(url);
  const answer = textOf(url, 'slow');
  await until('a line of console.log');
  child.kill('SIGTERM');
  expect(await answer).toBe('rows');
  expect(await stream.text()).not.toContain('error');
  const [code, signal] = (await ended) as [number | null, string | null];
  expect(code ?? signal).toBe('SIGTERM');
  expect(said.err).toContain('database closed');
}, 60_000);

describe('over stdio', () => {
  const asking = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'slow' } })}\n`;
  const answer = {
    jsonrpc: '2.0',
    id: 1,
    result: { messages: [{ role: 'user', content: { type: 'text', text: 'rows' } }] },
  };

  test('stdout holds the protocol only, with the default logger and console.log', async () => {
    for (const how of ['module', 'context'] as const) {
      const { child, said, ended, until } = started(how);
      await until('started');
      child.stdin.end(asking);
      await ended;
      expect(
        said.out
          .trim()
          .split('\n')
          .map((line): unknown => JSON.parse(line)),
      ).toEqual([answer]);
      expect(said.err).toContain('a line of console.log');
      expect(said.err).toContain('a line of the logger');
      expect(said.err).toContain('Nest application');
    }
  }, 60_000);

  test('what is in flight is answered before the database closes, when the client leaves and at SIGTERM', async () => {
    for (const end of ['leaves', 'SIGTERM'] as const) {
      const { child, said, ended, until } = started('module');
      await until('started');
      child.stdin.write(asking);
      await until('a line of console.log');
      if (end === 'leaves') child.stdin.end();
      else child.kill(end);
      await ended;
      expect(JSON.parse(said.out)).toEqual(answer);
      expect(said.err).toContain('database closed');
    }
  }, 60_000);
});
