import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const FULL = '/dev/full';
const describeFull = existsSync(FULL) ? describe : describe.skip;

/**
 * A server whose prompt fails three times with each logger after its standard output is lost. It removes the error
 * listeners of the runtime before each logger. At the end, it adds its own listener and sends a report.
 */
const PROGRAM = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { definePrompt, Runtime } from '@cuecard/core';

  const LOGGERS = {
    default: undefined,
    console,
    stdout: { error: (line) => process.stdout.write(line), warn() {} },
    stderr: { error: (line) => process.stderr.write(line), warn() {} },
  };
  const prompts = [definePrompt({ name: 'p', render: () => { throw new Error('It fails') } })];
  for await (const _ of process.stdin);
  const survived = [];
  for (const [name, logger] of Object.entries(LOGGERS)) {
    for (const output of [process.stdout, process.stderr]) output.removeAllListeners('error');
    const runtime = new Runtime({ prompts, ...(logger && { logger }) });
    for (let times = 0; times < 3; times += 1) {
      const { message } = await runtime.prompts.get({ name: 'p' }).catch((error) => error);
      console.log(message);
      await sleep(10);
      survived.push(name + ': ' + message);
    }
  }
  process.stdout.removeAllListeners('error');
  const own = new Promise((resolve) => process.stdout.on('error', ({ code }) => resolve(code)));
  new Runtime({ prompts });
  process.stdout.write('a');
  process.send({ survived, ownListener: await own }, () => process.exit(7));
`;

const reportOf = (ownListener: string) => ({
  survived: ['default', 'console', 'stdout', 'stderr'].flatMap((name) => Array(3).fill(`${name}: Internal error`)),
  ownListener,
});

async function outcomeOf(server: ChildProcess) {
  const [[report], end] = await Promise.all([
    Promise.race([once(server, 'message'), once(server, 'exit')]),
    once(server, 'exit'),
  ]);
  return { report, end };
}

const start = (...outputs: ('pipe' | number)[]) =>
  spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], { cwd, stdio: ['pipe', ...outputs, 'ipc'] });

describe('Runtime with a closed pipe as standard output', () => {
  test('survives EPIPE with any logger, and keeps an existing error listener', async () => {
    const server = start('pipe', 'pipe');
    server.stdout?.destroy();
    server.stderr?.destroy();
    server.stdin?.end();
    expect(await outcomeOf(server)).toEqual({ report: reportOf('EPIPE'), end: [7, null] });
  });
});

describeFull(
  `Runtime with a full disk under its output${existsSync(FULL) ? '' : ` (skipped: there is no ${FULL})`}`,
  () => {
    test('survives ENOSPC with any logger and keeps an existing error listener', async () => {
      const full = await open(FULL, 'w');
      const server = start(full.fd, full.fd);
      server.stdin?.end();
      expect(await outcomeOf(server)).toEqual({ report: reportOf('ENOSPC'), end: [7, null] });
      await full.close();
    });
  },
);
