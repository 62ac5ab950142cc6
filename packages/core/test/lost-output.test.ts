import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const FULL = '/dev/full';
const withFull = existsSync(FULL) ? describe : describe.skip;

const LOGGERS = {
  'the default logger': 'undefined',
  console: 'console',
  'a logger that writes to stdout': '{ error: (line) => process.stdout.write(line), warn() {} }',
  'a logger that writes to stderr': '{ error: (line) => process.stderr.write(line), warn() {} }',
};

/** A server whose prompt fails a few times, once nobody reads its output any more. It ends with 7 where it is alive then. */
const programOf = (logger: string) => `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { definePrompt, Runtime } from '@cuecard/core';

  const render = () => {
    throw new Error('It fails');
  };
  const logger = ${logger};
  const runtime = new Runtime({ prompts: [definePrompt({ name: 'p', render })], ...(logger && { logger }) });
  for await (const _ of process.stdin);
  for (let times = 0; times < 5; times += 1) {
    const { message } = await runtime.prompts.get({ name: 'p' }).catch((error) => error);
    console.log(message);
    if (message !== 'Internal error') process.exit(1);
    await sleep(10);
  }
  process.exit(7);
`;

describe.each(Object.entries(LOGGERS))('a server that logs with %s', (_, logger) => {
  test('goes on when nobody reads its output any more', async () => {
    const server = spawn(process.execPath, ['--input-type=module', '--eval', programOf(logger)], {
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    server.stdout.destroy();
    server.stderr.destroy();
    server.stdin.end();
    expect(await once(server, 'exit')).toEqual([7, null]);
  });
});

withFull.each(Object.entries(LOGGERS))('a server that logs with %s', (_, logger) => {
  test('goes on when the disk under its output is full', async () => {
    const full = await open(FULL, 'w');
    const server = spawn(process.execPath, ['--input-type=module', '--eval', programOf(logger)], {
      cwd,
      stdio: ['pipe', full.fd, full.fd],
    });
    server.stdin?.end();
    expect(await once(server, 'exit')).toEqual([7, null]);
    await full.close();
  });
});

test('a program that looks for errors of its output itself is told of them', async () => {
  const program = `
    import { Runtime } from '@cuecard/core';

    process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 7 : 1));
    new Runtime({ prompts: [] });
    for await (const _ of process.stdin);
    process.stdout.write('a');
  `;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd });
  server.stdout.destroy();
  server.stdin.end();
  expect(await once(server, 'exit')).toEqual([7, null]);
});
