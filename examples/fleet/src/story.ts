import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LabelStore } from '@cuecard/labels';
import type { Balancer } from './balancer.js';
import { sharedLabels } from './labels.js';
import { promote, takeBack, tryOut } from './moves.js';
import { Fleet, missing } from './processes.js';
import { Reader } from './reader.js';
import { runtimeOnOneHost } from './single-host.js';
import { Watcher } from './watcher.js';

// What the page on several instances says: in a file, and with Redis and each balancer where these are there.
await moveInFile();
for (const balancer of ['haproxy', 'nginx'] as const) {
  const lacking = missing(balancer);
  if (lacking.length === 0) await moveInFleet(balancer);
  else if (process.env['CI'] === undefined) console.log(`fleet: skipped what needs ${lacking.join(' and ')}`);
  else throw new Error(`Install ${lacking.join(' and ')}`);
}
console.log('fleet: labels move in a file and in Redis, and clients of all instances hear of it');

async function moveInFile(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cuecard-labels-'));
  const { labels, runtime } = await runtimeOnOneHost(join(folder, 'labels.json'));
  await labels.set('production', 'greeting@2.0.0', { expect: null, by: 'ada', why: 'It reads better' });
  assert.deepEqual(runtime.registry.get('greeting@2.0.0')?.labels.toSorted(), ['canary', 'production']);
  await labels.close();
  rmSync(folder, { recursive: true });
}

async function moveInFleet(balancer: Balancer): Promise<void> {
  const fleet = await Fleet.start(balancer);
  const labels = await sharedLabels(fleet.redis);
  const watchers = Array.from({ length: 6 }, () => new Watcher());
  const { front, back } = fleet.urls;
  await Promise.all(watchers.map((watcher, index) => watcher.connect(index % 2 === 0 ? front : back)));
  await labels.set('production', 'greeting@1.0.0', { expect: null, by: 'ada', why: 'The beginning' });
  assert.equal(await promote(labels, 'greeting@1.0.0', 'greeting@2.0.0'), 2);
  await everyoneSees(watchers, 'A warm greeting');
  assert.equal(await takeBack(labels), 'ada');
  await everyoneSees(watchers, 'A short greeting');
  await tryOut(labels, 'greeting@2.0.0', 10);
  await hearOfGuests(fleet.urls);
  await outlive(fleet, labels);
  await Promise.all(watchers.map((watcher) => watcher.close()));
  await labels.close();
  await fleet.stop();
}

/** Clients of one service hear of a resource that a tool of the other has changed. */
async function hearOfGuests({ front, back }: Fleet['urls']): Promise<void> {
  const readers = Array.from({ length: 3 }, () => new Reader());
  await Promise.all(readers.map((reader) => reader.connect(back)));
  const guest = new Reader();
  await guest.connect(front);
  await guest.sign('Ada');
  for (let left = 100; left > 0 && readers.some(({ read }) => read.at(-1) !== 'Ada'); left -= 1) await sleep(50);
  assert.deepEqual(
    readers.map(({ read }) => read.at(-1)),
    readers.map(() => 'Ada'),
  );
  await Promise.all([guest, ...readers].map((each) => each.close()));
}

/** A client of 2025-11-25 goes on when its instance is gone: it asks, and hears of the next move. */
async function outlive(fleet: Fleet, labels: LabelStore): Promise<void> {
  const watchers = Array.from({ length: 6 }, () => new Watcher('legacy'));
  for (const watcher of watchers) await watcher.connect(fleet.urls.front);
  await fleet.killOne();
  await labels.rollback('production', 'greeting', { by: 'bob', why: 'To see who hears of it' });
  await everyoneSees(watchers, 'A warm greeting');
  await Promise.all(watchers.map((watcher) => watcher.close()));
}

async function everyoneSees(watchers: readonly Watcher[], description: string): Promise<void> {
  for (let left = 100; left > 0 && watchers.some(({ seen }) => seen.at(-1) !== description); left -= 1) await sleep(50);
  assert.deepEqual(
    watchers.map(({ seen }) => seen.at(-1)),
    watchers.map(() => description),
  );
}
