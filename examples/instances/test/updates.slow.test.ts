/** @slow needs Redis and NATS: instances share updates over them, and each is killed */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineResource, type ResourceUpdates, Runtime, stderrLogger } from '@cuecard/core';
import { afterEach, expect, test } from '@jest/globals';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientsModule, type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { NatsUpdates } from '../dist/nats-updates.js';
import { NestUpdates, UpdatesController } from '../dist/nest-updates.js';
import { freePorts, Program } from '../dist/program.js';
import { RedisUpdates } from '../dist/redis-updates.js';
import { describeWithout } from './support/installed.ts';

/** The engines, and the arguments by which each listens at a port. */
const ENGINES = {
  'redis-server': (port: number) => ['--port', `${port}`, '--bind', '127.0.0.1', '--save', ''],
  'nats-server': (port: number) => ['-a', '127.0.0.1', '-p', `${port}`],
};

const missing = Object.keys(ENGINES).filter((program) => spawnSync(program, ['--version']).status !== 0);
const { describe, reason } = describeWithout(missing);

interface Instance {
  readonly updates: ResourceUpdates;
  close(): unknown;
}

async function overRedis(port: number): Promise<Instance> {
  const updates = await RedisUpdates.connect(`redis://127.0.0.1:${port}`);
  return { updates, close: () => updates.close() };
}

async function overNats(port: number): Promise<Instance> {
  const updates = await NatsUpdates.connect(`127.0.0.1:${port}`, stderrLogger);
  return { updates, close: () => updates.close() };
}

async function overNest(port: number): Promise<Instance> {
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

describe.each([
  ['RedisUpdates', 'redis-server', overRedis],
  ['NatsUpdates', 'nats-server', overNats],
  ['NestUpdates', 'nats-server', overNest],
] as const)(`%s${reason}`, (_, command, open) => {
  test('notifies the clients of all instances once, and of everything after an outage', async () => {
    const [port = 0] = await freePorts(1);
    const engine = new Program({ command, args: ENGINES[command](port), port });
    await engine.start();
    closings.push(() => engine.end('SIGKILL'));
    const [one, other] = [await open(port), await open(port)];
    closings.push(one.close, other.close);
    const clients = [await clientOf(one), await clientOf(other)];
    const counts = () => clients.map(({ length }) => length);

    one.updates.publish(uri);
    await until(() => counts().every((count) => count > 0));
    await sleep(100);
    expect(counts()).toEqual([1, 1]);

    await engine.end('SIGKILL');
    await sleep(300);
    one.updates.publish(uri);
    await until(() => counts()[0] === 2);
    expect(counts()).toEqual([2, 1]);

    await engine.start();
    await until(() => counts()[1] === 2);
    expect(counts()[1]).toBe(2);
    const before = counts();
    const areNotified = () => counts().every((count, index) => count > (before[index] ?? 0));
    other.updates.publish(uri);
    await until(areNotified);
    expect(areNotified()).toBe(true);
  });
});
