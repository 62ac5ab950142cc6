import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Listener } from './listener.js';
import { Load } from './load.js';
import { missingPrograms, Processes } from './processes.js';
import { versionFor } from './requests.js';

// Checks what the page on several instances promises, against real processes and official clients.
/** The provider looks at the file every five seconds. */
const POLL_MS = 6_000;
const WARM = 'A warm greeting';

async function run(): Promise<void> {
  const processes = await Processes.start();
  const flags = new Flags(processes.flags);
  await changeFlag(processes, flags);
  await breakFlags(processes, flags);
  await compareCanary(processes, flags);
  await loseRedis(processes);
  await restart(processes);
  await surviveKill(processes, flags);
  await processes.stop();
}

/** The flags of all instances. */
class Flags {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async change(from: RegExp, to: string): Promise<void> {
    const text = await readFile(this.#file, 'utf8');
    assert.match(text, from);
    await writeFile(this.#file, text.replace(from, to));
  }

  setDefault(variant: 'short' | 'warm'): Promise<void> {
    return this.change(/"defaultVariant": "\w+"/, `"defaultVariant": "${variant}"`);
  }

  read(): Promise<string> {
    return readFile(this.#file, 'utf8');
  }

  write(text: string): Promise<void> {
    return writeFile(this.#file, text);
  }

  delete(): Promise<void> {
    return rm(this.#file);
  }
}

/** A flag reaches all instances, and each of 300 listeners gets one notification. */
async function changeFlag(processes: Processes, flags: Flags): Promise<void> {
  // Half of them listen to one instance each, so that their lists come from the instance that notified them.
  const balanced = [processes.front, processes.back];
  const urlOf = (index: number) => (index < 150 ? balanced[index % 2] : processes.instances[index % 6]) ?? '';
  const listeners = await connectMany(300, urlOf);
  await flags.setDefault('warm');
  const changed = Date.now();
  await until(() => listeners.every(({ promptChanges }) => promptChanges > 0));
  console.log(
    `instances: ${listeners.length} listeners were notified within ${Date.now() - changed} ms of a changed flag`,
  );
  await sleep(changed + POLL_MS - Date.now());
  const late = await Promise.all(processes.instances.map((url) => versionFor(url, 'late')));
  assert.deepEqual(new Set(late), new Set(['2.0.0']), 'an instance serves the old version after 6 s');
  assert.deepEqual(new Set(listeners.map(({ promptChanges }) => promptChanges)), new Set([1]));
  const direct = listeners.slice(150);
  assert.deepEqual(
    new Set(direct.map(({ seen }) => seen.at(-1))),
    new Set([WARM]),
    'a list is older than its notification',
  );
  await Promise.all(listeners.map((listener) => listener.close()));
}

/** A broken or deleted file keeps the last flags, and is logged. */
async function breakFlags(processes: Processes, flags: Flags): Promise<void> {
  const sound = await flags.read();
  for (const fault of [() => flags.write('{'), () => flags.delete()]) {
    const known = processes.log.length;
    await fault();
    await sleep(POLL_MS);
    assert.match(processes.log.slice(known).join(''), /Error reading file/);
    const versions = await Promise.all(processes.instances.map((url) => versionFor(url, 'any')));
    assert.deepEqual(new Set(versions), new Set(['2.0.0']));
  }
  await flags.write(sound);
}

/** A canary has the same tenth of 2,000 callers on every instance. */
async function compareCanary(processes: Processes, flags: Flags): Promise<void> {
  const canary = '"targeting": { "fractional": [["warm", 10], ["short", 90]] }, "defaultVariant": "short"';
  await flags.change(/"defaultVariant": "\w+"/, canary);
  await sleep(POLL_MS);
  const callers = Array.from({ length: 2_000 }, (_, index) => `user-${index}`);
  const [one, other] = processes.instances as [string, string];
  const versions = await inBatches(callers, (caller) => versionFor(one, caller));
  assert.deepEqual(await inBatches(callers, (caller) => versionFor(other, caller)), versions);
  const share = (100 * versions.filter((version) => version === '2.0.0').length) / callers.length;
  console.log(`instances: a canary of 10 % has ${share.toFixed(1)} % of 2,000 callers, the same on two instances`);
  assert(share > 8 && share < 12);
  await flags.change(/"targeting": .*, "defaultVariant"/, '"defaultVariant"');
}

/** No request fails without Redis, and updates flow again within ten seconds. */
async function loseRedis(processes: Processes): Promise<void> {
  const listeners = await connectMany(6, (index) => processes.instances[index] ?? '');
  await Promise.all(listeners.map((listener) => listener.watchGuests()));
  const outages: readonly [string, () => unknown, () => unknown][] = [
    ['killed', () => processes.killRedis(), () => processes.startRedis()],
    ['suspended', () => processes.suspendRedis(true), () => processes.suspendRedis(false)],
  ];
  for (const [outage, begin, finish] of outages) {
    const load = new Load([processes.front, processes.back]).start(4);
    await begin();
    await sleep(3_000);
    await finish();
    const back = Date.now();
    const before = listeners.map(({ updates }) => updates);
    await until(async () => {
      await listeners[0]?.sign('Ada').catch(() => {});
      await sleep(200);
      return listeners.every(({ updates }, index) => updates > (before[index] ?? 0));
    });
    const { count, failures } = await load.stop();
    console.log(`instances: Redis ${outage}: ${count} requests, updates again after ${Date.now() - back} ms`);
    assert.deepEqual(failures, []);
    assert(Date.now() - back < 10_000);
  }
  await Promise.all(listeners.map((listener) => listener.close()));
}

/** A restart of all instances, one after the other, fails no request. */
async function restart(processes: Processes): Promise<void> {
  const load = new Load([processes.front, processes.back]).start(8);
  await processes.restartAll();
  await load.until(10_000);
  const { count, failures } = await load.stop();
  console.log(`instances: ${failures.length} of ${count} requests failed while all instances restarted`);
  assert.deepEqual(failures, []);
  assert(count >= 10_000);
}

/** A session of 2025-11-25 continues on another instance after its instance was killed, and is notified there. */
async function surviveKill(processes: Processes, flags: Flags): Promise<void> {
  const listeners = await connectMany(6, () => processes.front, 'legacy');
  await processes.kill('FRONT_1');
  await flags.setDefault('warm');
  await until(() => listeners.every(({ seen }) => seen.at(-1) === WARM));
  console.log('instances: sessions continue on another instance after theirs was killed');
  await Promise.all(listeners.map((listener) => listener.close()));
}

function connectMany(count: number, urlOf: (index: number) => string, mode: 'auto' | 'legacy' = 'auto') {
  const all = Array.from({ length: count }, (_, index) => index);
  return inBatches(all, (index) => new Listener(mode).connect(urlOf(index), `listener-${index}`));
}

async function inBatches<T, R>(all: readonly T[], each: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += 20) results.push(...(await Promise.all(all.slice(at, at + 20).map(each))));
  return results;
}

async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isMet())) await sleep(50);
}

const missing = missingPrograms();
if (missing.length > 0 && process.env['CI'] !== undefined) throw new Error(`Install ${missing.join(' and ')}`);
if (missing.length > 0) console.log(`instances: skipped, because ${missing.join(' and ')} is not installed`);
else await run();
