import type { describe } from '@jest/globals';
import { createClient } from '@redis/client';
import { EngineProcess, freePort, needing } from '../../../labels/test/support/engine-process.ts';

const needed = needing('redis-server', 'Redis');
/** Tests that need Redis. */
export const describeWithRedis: typeof describe | typeof describe.skip = needed.describe;
/** What they need, or why they are skipped. */
export const REDIS: string = needed.title;

/** A Redis of its own, with a file that survives it. */
export class RedisServer extends EngineProcess {
  protected readonly program = 'redis-server';

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

  protected get args(): readonly string[] {
    const save = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    return ['--port', String(this.port), '--dir', this.folder, '--bind', '127.0.0.1', ...save];
  }

  protected async answers(): Promise<boolean> {
    return (await this.send('PING')) === 'PONG';
  }
}
