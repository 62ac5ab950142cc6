/** @slow needs Redis */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { byLabel, definePrompt, type Logger, Runtime } from '@cuecard/core';
import type { LabelError, LabelStore, LabelStoreOptions } from '@cuecard/labels';
import { redisLabels } from '@cuecard/redis';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeWithRedis, REDIS, RedisServer } from './support/redis-server.ts';

const version = (number: string) => definePrompt({ name: 'review', version: number, render: () => number });
const ADA = { by: 'ada', force: true };
const EVERYWHERE = process.env['CI'] === undefined ? 300 : 1_000;

let server: RedisServer;
let stores: LabelStore[];
let errors: string[];
let folder: string;
const logger: Logger = { error: (line) => void errors.push(line), warn: () => {} };

function storeOf(options: LabelStoreOptions = {}): LabelStore {
  const store = redisLabels({ client: server.client(), namespace: 'greetings', logger, ...options });
  stores.push(store);
  return store;
}

function serving(labels: LabelStore) {
  const prompts = ['1.0.0', '2.0.0'].map(version);
  const runtime = new Runtime({ prompts, labels, select: byLabel('production'), logger });
  const heard: string[] = [];
  runtime.onListChanged((kind) => void heard.push(kind));
  return { heard, served: () => runtime.find('review')?.version };
}

async function until(isTrue: () => boolean, milliseconds = 10_000): Promise<void> {
  for (let left = milliseconds / 20; left > 0 && !isTrue(); left -= 1) await sleep(20);
}

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'moved',
    ({ code }: LabelError) => code,
  );

describeWithRedis(`labels in ${REDIS}`, () => {
  beforeEach(async () => {
    [stores, errors] = [[], []];
    folder = mkdtempSync(join(tmpdir(), 'cuecard-fleet-'));
    server = await RedisServer.start();
  });
  afterEach(async () => {
    server.goOn();
    await Promise.all(stores.map((store) => store.close()));
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test('are in step again however often readers are cut off', async () => {
    const [writer, reader] = [storeOf(), storeOf()];
    await Promise.all([writer.ready(), reader.ready()]);
    const cutting = setInterval(
      () => void server.send('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes').catch(() => {}),
      150,
    );
    const moved = async (at: number) => {
      const attempt = writer.set('production', `review@${at}.0.0`, { ...ADA, operation: `move-${at}` });
      return (await codeOf(attempt)) === 'moved';
    };
    for (let at = 1; at <= EVERYWHERE; at += 1) {
      await sleep(3);
      while (!(await moved(at))) await sleep(10); // An attempt may have been made all the same.
    }
    clearInterval(cutting);
    await until(() => reader.state.revision === EVERYWHERE);
    expect([reader.state.revision, reader.list().map((each) => each.version)]).toEqual([
      EVERYWHERE,
      [`${EVERYWHERE}.0.0`],
    ]);
  }, 60_000);

  test('that Redis has lost in part stay, and go back to Redis on demand', async () => {
    const [one, other] = [storeOf(), storeOf()];
    await Promise.all([one.ready(), other.ready()]);
    const { served } = serving(other);
    await one.set('production', 'review@1.0.0', ADA);
    cpSync(server.folder, join(folder, 'older'), { recursive: true });
    await one.set('production', 'review@2.0.0', ADA);
    await until(() => other.state.revision === 2);
    await server.kill();
    rmSync(server.folder, { recursive: true });
    cpSync(join(folder, 'older'), server.folder, { recursive: true });
    await server.begin();
    await until(() => stores.every(({ state }) => state.status === 'behind'));
    expect([served(), await codeOf(one.set('production', 'review@1.0.0', ADA))]).toEqual(['2.0.0', 'behind']);
    await storeOf().allowRestoring(); // A process that has never been in step, such as the command line.
    await until(() => [one, other].every(({ state }) => state.status === 'fresh'));
    const lost = errors.filter((line) => line.includes('lost'));
    expect([served(), one.state.revision, lost]).toEqual([
      '2.0.0',
      2,
      Array.from(
        { length: 2 },
        () =>
          'Redis has lost moves of labels: it is at revision 1, and this instance at 2. Labels stay as they are, and cannot be moved until they are restored',
      ),
    ]);
  });

  test('are put back by whoever knows most, in whatever order they try', async () => {
    const [behind, most] = [storeOf(), storeOf()];
    await Promise.all([behind.ready(), most.ready()]);
    await most.set('production', 'review@1.0.0', ADA);
    await behind.close();
    await most.set('production', 'review@2.0.0', ADA);
    await server.send('FLUSHALL');
    await storeOf().ready(); // A new instance begins anew, for it knows of nothing.
    await until(() => most.state.status === 'behind');
    await most.allowRestoring();
    await until(() => stores.slice(1).every(({ state }) => state.revision === 2));
    expect(stores.slice(1).map((store) => store.list().map((each) => each.version))).toEqual([['2.0.0'], ['2.0.0']]);
    await server.send('DEL', '{cuecard:greetings}:restoring'); // It ends by itself after 30 seconds.
    expect((await most.set('production', 'review@1.0.0', ADA)).revision).toBe(3);
  }, 30_000);

  test('are told again by all where one was cut off, so that nobody keeps what it has listed there meanwhile', async () => {
    const [one, cut] = [storeOf(), storeOf()];
    await Promise.all([one.ready(), cut.ready()]);
    const [fresh, late] = [serving(one), serving(cut)];
    server.pause();
    await until(() => stores.every(({ state }) => state.status === 'stale'), 20_000);
    server.goOn();
    await until(() => stores.every(({ state }) => state.status === 'fresh'));
    await one.set('production', 'review@1.0.0', ADA);
    await until(() => fresh.heard.length > 0 && late.heard.length > 0);
    expect([fresh.served(), late.served()]).toEqual(['1.0.0', '1.0.0']);
  }, 60_000);

  test('go to one of three writers, 100 times', async () => {
    const three = [storeOf(), storeOf(), storeOf()];
    await Promise.all(three.map((store) => store.ready()));
    let expected: string | null = null;
    const wins: number[] = [];
    for (let round = 1; round <= 100; round += 1) {
      const options = { ...ADA, expect: expected };
      expected = `review@${round}.0.0`;
      const tries = await Promise.all(
        three.map((store) => codeOf(store.set('production', expected as string, options))),
      );
      wins.push(
        tries.filter((code) => code === 'moved').length * 10 + tries.filter((code) => code === 'mismatch').length,
      );
    }
    expect(new Set(wins)).toEqual(new Set([12]));
  }, 60_000);

  test('may be 5,000: a new instance has them all', async () => {
    const store = storeOf();
    await store.ready();
    const names = Array.from({ length: 5_000 }, (_, at) => `prompt_${at}`);
    for (let at = 0; at < names.length; at += 200)
      await Promise.all(names.slice(at, at + 200).map((name) => store.set('production', `${name}@1.0.0`, ADA)));
    const late = storeOf();
    await late.ready();
    expect([late.list().length, late.state.revision]).toEqual([5_000, 5_000]);
  }, 60_000);
});
