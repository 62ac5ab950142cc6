/** @slow needs Redis and NATS: instances share updates over them, and each is killed */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectTo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineResource, type ResourceUpdates, Runtime, stderrLogger } from '@cuecard/core';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientsModule, type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { NatsUpdates } from '../dist/nats-updates.js';
import { NestUpdates, UpdatesController } from '../dist/nest-updates.js';
import { RedisUpdates } from '../dist/redis-updates.js';

/** The engines, and how one is started on a port. */
const COMMANDS = {
  redis: ['redis-server', '--port', '%', '--bind', '127.0.0.1', '--save', ''],
  nats: ['nats-server', '-a', '127.0.0.1', '-p', '%'],
} as const;

const missing = Object.values(COMMANDS).flatMap(([program]) =>
  spawnSync(program, ['--version']).status === 0 ? [] : [program],
);
const describeWithBoth = process.env['CI'] !== undefined || missing.length === 0 ? describe : describe.skip;
const reason = missing.length === 0 ? '' : ` (skipped: needs ${missing.join(' and ')})`;

/** A process of an engine, always on the same port. */
class Engine {
  readonly port: number;
  readonly #command: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(name: keyof typeof COMMANDS, port: number) {
    this.port = port;
    this.#command = COMMANDS[name].map((part) => (part === '%' ? String(port) : part));
  }

  static async start(name: keyof typeof COMMANDS): Promise<Engine> {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    await new Promise((resolve) => probe.close(resolve));
    const engine = new Engine(name, port);
    await engine.begin();
    return engine;
  }

  async begin(): Promise<void> {
    const [program = '', ...args] = this.#command;
    this.#process = spawn(program, args, { stdio: 'ignore' });
    for (let round = 0; round < 200 && !(await this.#accepts()); round += 1) await sleep(50);
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running?.kill('SIGKILL') === true) await once(running, 'exit');
  }

  #accepts(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connectTo(this.port, '127.0.0.1', () => socket.end(() => resolve(true)));
      socket.on('error', () => resolve(false));
    });
  }
}

interface Instance {
  readonly updates: ResourceUpdates;
  close(): unknown;
}

async function overRedis({ port }: Engine): Promise<Instance> {
  const updates = await RedisUpdates.connect(`redis://127.0.0.1:${port}`);
  return { updates, close: () => updates.close() };
}

async function overNats({ port }: Engine): Promise<Instance> {
  const updates = await NatsUpdates.connect(`127.0.0.1:${port}`, stderrLogger);
  return { updates, close: () => updates.close() };
}

async function overNest({ port }: Engine): Promise<Instance> {
  const options = { servers: [`127.0.0.1:${port}`], maxReconnectAttempts: -1, reconnectTimeWait: 200 };
  const transport = { transport: Transport.NATS, options } as const;

  @Module({
    imports: [ClientsModule.register([{ name: 'UPDATES', ...transport }])],
    controllers: [UpdatesController],
    providers: [NestUpdates],
  })
  class AppModule {}

  const app = await NestFactory.createMicroservice<MicroserviceOptions>(AppModule, { ...transport, logger: false });
  await app.listen();
  const updates = app.get(NestUpdates);
  let hasConnected = false;
  app.status.subscribe((status) => {
    if (String(status) !== 'connected') return;
    if (hasConnected) updates.received(); // It may have missed updates.
    hasConnected = true;
  });
  return { updates, close: () => app.close() };
}

const uri = 'guests://all';
const closings: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

/** A client that subscribes at an instance. */
async function clientOf({ updates }: Instance): Promise<string[]> {
  const notified: string[] = [];
  const runtime = new Runtime({
    resources: [defineResource({ name: 'guests', uri, read: () => '' })],
    updates,
    logger: { error() {}, warn() {} },
  });
  await runtime.resources?.subscriptions((changed) => void notified.push(changed)).add(uri);
  return notified;
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let round = 0; round < 200 && !isTrue(); round += 1) await sleep(50);
}

describeWithBoth.each([
  ['RedisUpdates', 'redis', overRedis],
  ['NatsUpdates', 'nats', overNats],
  ['NestUpdates', 'nats', overNest],
] as const)(`%s${reason}`, (_, name, open) => {
  test('notifies the clients of all instances once, and of everything after an outage', async () => {
    const engine = await Engine.start(name);
    closings.push(() => engine.kill());
    const instances = [await open(engine), await open(engine)];
    closings.push(...instances.map(({ close }) => close));
    const clients = [await clientOf(instances[0] as Instance), await clientOf(instances[1] as Instance)];
    const counts = () => clients.map(({ length }) => length);

    instances[0]?.updates.publish(uri);
    await until(() => counts().every((count) => count > 0));
    await sleep(100);
    const shared = counts();

    await engine.kill();
    await sleep(300);
    instances[0]?.updates.publish(uri);
    await until(() => clients[0]?.length === 2);
    const alone = counts();

    await engine.begin();
    await until(() => clients[1]?.length === 2);
    const restored = clients[1]?.length;
    const before = counts();
    instances[1]?.updates.publish(uri);
    await until(() => counts().every((count, index) => count > (before[index] ?? 0)));
    const after = counts().map((count, index) => count > (before[index] ?? 0));
    expect({ shared, alone, restored, after }).toEqual({
      shared: [1, 1],
      alone: [2, 1],
      restored: 2,
      after: [true, true],
    });
  });
});
