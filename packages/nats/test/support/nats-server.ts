import type { describe } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { EngineProcess, freePort, needing } from '../../../labels/test/support/engine-process.ts';

const needed = needing('nats-server', 'NATS');
/** Tests that need NATS. */
export const describeWithNats: typeof describe | typeof describe.skip = needed.describe;
/** What they need, or why they are skipped. */
export const NATS: string = needed.title;

/** A server of its own, with files that survive it. */
export class NatsServer extends EngineProcess {
  protected readonly program = 'nats-server';

  static async start(): Promise<NatsServer> {
    const server = new NatsServer(await freePort());
    await server.begin();
    return server;
  }

  readonly connect = (): Promise<NatsConnection> =>
    connect({ servers: `127.0.0.1:${this.port}`, maxReconnectAttempts: -1, reconnectTimeWait: 100, timeout: 1_000 });

  /** Deletes every stream. */
  async wipe(): Promise<void> {
    const connection = await this.connect();
    const manager = await jetstreamManager(connection);
    for await (const { config } of manager.streams.list()) await manager.streams.delete(config.name);
    await connection.close();
  }

  protected get args(): readonly string[] {
    return ['-a', '127.0.0.1', '-p', String(this.port), '-js', '-sd', this.folder];
  }

  protected async answers(): Promise<boolean> {
    await (await this.connect()).close();
    return true;
  }
}
