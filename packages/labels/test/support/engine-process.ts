import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe } from '@jest/globals';

/** A program that keeps things for others, with a port and a folder of its own that outlive its process. */
export abstract class EngineProcess {
  protected abstract readonly program: string;
  readonly port: number;
  readonly folder: string = mkdtempSync(join(tmpdir(), 'cuecard-engine-'));
  #process: ChildProcess | undefined;

  constructor(port: number) {
    this.port = port;
  }

  protected abstract get args(): readonly string[];
  protected abstract answers(): Promise<boolean>;

  async begin(): Promise<void> {
    this.#process = spawn(this.program, this.args, { stdio: 'ignore' });
    for (let left = 100; left > 0; left -= 1) {
      if (await this.answers().catch(() => false)) return;
      await sleep(50);
    }
    throw new Error(`${this.program} does not answer`);
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  /** Stops answering, as behind a network that drops everything. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  goOn(): void {
    this.#process?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true });
  }
}

interface Needed {
  readonly describe: typeof describe | typeof describe.skip;
  readonly title: string;
}

/** Tests that need a program, and what they need. They are skipped where it is not installed, except in CI. */
export function needing(program: string, title: string): Needed {
  const isInstalled = process.env['CI'] !== undefined || spawnSync(program, ['--version']).status === 0;
  return isInstalled
    ? { describe, title }
    : { describe: describe.skip, title: `${title} (skipped: ${program} is not installed)` };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  return address.port;
}
