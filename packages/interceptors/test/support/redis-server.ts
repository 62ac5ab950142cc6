import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe } from '@jest/globals';
import { Redis } from 'ioredis';

const isInstalled = process.env['CI'] !== undefined || spawnSync('redis-server', ['--version']).status === 0;

const describeIfInstalled = isInstalled ? describe : describe.skip;
const note = isInstalled ? '' : ' (skipped: redis-server is not installed)';

/** Describes tests that need Redis. Without Redis they fail in CI, and are skipped elsewhere. */
export function describeWithRedis(title: string, tests: () => void): void {
  describeIfInstalled(`${title}${note}`, tests);
}

/** A process of `redis-server` that stores nothing on disk. */
export class RedisServer {
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.begin();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** Starts the process, again on the same port after `kill`. */
  async begin(): Promise<void> {
    const args = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#process = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    for await (const chunk of this.#process.stdout ?? [])
      if (String(chunk).includes('Ready to accept connections')) return;
    throw new Error('redis-server has ended');
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  /** Keeps connections open without replying, as if the network dropped all packets. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  /** A client that does not reconnect. It closes when the process ends, and its commands fail at once from then on. */
  async connect(): Promise<Redis> {
    const client = new Redis(this.url, { enableOfflineQueue: false, lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => {});
    await client.connect();
    return client;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
