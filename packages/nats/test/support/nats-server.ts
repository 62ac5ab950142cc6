import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';

/** Whether the machine has NATS. In CI it must. */
const isInstalled = process.env['CI'] !== undefined || spawnSync('nats-server', ['--version']).status === 0;

/** Tests that need NATS. */
export const describeWithNats: typeof describe | typeof describe.skip = isInstalled ? describe : describe.skip;
/** What they need, or why they are skipped. */
export const NATS = isInstalled ? 'NATS' : 'NATS (skipped: nats-server is not installed)';

/** A server of its own, with files that survive it. */
export class NatsServer {
  readonly port: number;
  readonly folder = mkdtempSync(join(tmpdir(), 'cuecard-nats-'));
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<NatsServer> {
    const server = new NatsServer(await freePort());
    await server.begin();
    return server;
  }

  readonly connect = (): Promise<NatsConnection> =>
    connect({ servers: `127.0.0.1:${this.port}`, maxReconnectAttempts: -1, reconnectTimeWait: 100, timeout: 1_000 });

  async begin(): Promise<void> {
    const args = ['-a', '127.0.0.1', '-p', String(this.port), '-js', '-sd', this.folder];
    this.#process = spawn('nats-server', args, { stdio: 'ignore' });
    for (let left = 100; left > 0; left -= 1) {
      const connection = await this.connect().catch(() => undefined);
      await connection?.close();
      if (connection !== undefined) return;
      await sleep(50);
    }
    throw new Error('NATS does not answer');
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  /** Deletes every stream. */
  async wipe(): Promise<void> {
    const connection = await this.connect();
    const manager = await jetstreamManager(connection);
    for await (const { config } of manager.streams.list()) await manager.streams.delete(config.name);
    await connection.close();
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true });
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
