import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe } from '@jest/globals';
import { createClient } from '@redis/client';

/** Whether the machine has Redis. In CI it must. */
const isInstalled = process.env['CI'] !== undefined || spawnSync('redis-server', ['--version']).status === 0;

/** Tests that need Redis. */
export const describeWithRedis: typeof describe | typeof describe.skip = isInstalled ? describe : describe.skip;
/** What they need, or why they are skipped. */
export const REDIS = isInstalled ? 'Redis' : 'Redis (skipped: redis-server is not installed)';

/** A Redis of its own, with a file that survives it. */
export class RedisServer {
  readonly port: number;
  readonly folder = mkdtempSync(join(tmpdir(), 'cuecard-redis-'));
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.begin();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** A client that is not connected: what takes one duplicates it. */
  client() {
    return createClient({ url: this.url });
  }

  async begin(): Promise<void> {
    const save = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    const args = ['--port', String(this.port), '--dir', this.folder, '--bind', '127.0.0.1', ...save];
    this.#process = spawn('redis-server', args, { stdio: 'ignore' });
    await this.#answers();
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  async send(...args: readonly string[]): Promise<unknown> {
    const client = this.client();
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.sendCommand([...args]);
    } finally {
      client.destroy();
    }
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

  async #answers(): Promise<void> {
    for (let left = 100; left > 0; left -= 1) {
      const answer = await this.send('PING').catch(() => undefined);
      if (answer === 'PONG') return;
      await sleep(50);
    }
    throw new Error('Redis does not answer');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  return address.port;
}
