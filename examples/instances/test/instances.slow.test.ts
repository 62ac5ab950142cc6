/** @slow needs Redis and HAProxy: starts six instances and kills one */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Listener } from '../dist/listener.js';
import { describeInstances } from './support/instances.ts';
import { Load, versionFor } from './support/load.ts';

/** The provider looks at the file of flags every five seconds. */
const POLL_MS = 6_000;
const WARM = 'A warm greeting';

describeInstances((started) => {
  const versions = (user: string) => Promise.all(started().instances.map((url) => versionFor(url, user)));
  const all = <T>(value: T) => started().instances.map(() => value);

  async function changeFlags(from: RegExp, to: string): Promise<void> {
    const flags = await readFile(started().flags, 'utf8');
    expect(flags).toMatch(from);
    await writeFile(started().flags, flags.replace(from, to));
  }
  const setDefault = (variant: string) => changeFlags(/"defaultVariant": "\w+"/, `"defaultVariant": "${variant}"`);

  test('serve a changed flag within six seconds, and notify each of 300 clients once', async () => {
    // Half of the clients listen to one instance each, so that their lists come from the instance that notified them.
    const urlOf = (index: number) =>
      (index < 150 ? started().services[index % 2] : started().instances[index % 6]) ?? '';
    const listeners = await connectMany(300, urlOf);
    await setDefault('warm');
    const changed = Date.now();
    await until(() => listeners.every(({ promptChanges }) => promptChanges > 0));
    await sleep(changed + POLL_MS - Date.now());
    expect(await versions('late')).toEqual(all('2.0.0'));
    expect(new Set(listeners.map(({ promptChanges }) => promptChanges))).toEqual(new Set([1]));
    expect(new Set(listeners.slice(150).map(({ seen }) => seen.at(-1)))).toEqual(new Set([WARM]));
    await closeAll(listeners);
  });

  test('keep the last flags, and log an error, when the file is broken or deleted', async () => {
    const flags = await readFile(started().flags, 'utf8');
    const errors = () => started().log.split('Error reading file').length;
    for (const damage of [() => writeFile(started().flags, '{'), () => rm(started().flags)]) {
      const before = errors();
      await damage();
      await sleep(POLL_MS);
      expect(errors()).toBeGreaterThan(before);
      expect(await versions('any')).toEqual(all('2.0.0'));
    }
    await writeFile(started().flags, flags);
  });

  test.each([
    ['killed', () => started().redis.end('SIGKILL'), () => started().redis.start()],
    ['suspended', () => started().redis.signal('SIGSTOP'), () => started().redis.signal('SIGCONT')],
  ])('fail no request while Redis is %s, and notify within ten seconds after it', async (_, begin, finish) => {
    const listeners = await connectMany(6, (index) => started().instances[index] ?? '');
    await Promise.all(listeners.map((listener) => listener.watchGuests()));
    const load = new Load(started().services, 4);
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
    expect(Date.now() - back).toBeLessThan(10_000);
    expect(await load.stop()).toEqual([]);
    await closeAll(listeners);
  });

  test('continue and notify the sessions of a killed instance', async () => {
    const listeners = await connectMany(6, () => started().services[0] ?? '', 'legacy');
    await started().kill();
    await setDefault('warm');
    const lastSeen = () => listeners.map(({ seen }) => seen.at(-1));
    await until(() => lastSeen().every((description) => description === WARM));
    expect(lastSeen()).toEqual(listeners.map(() => WARM));
    await closeAll(listeners);
  });
});

function connectMany(count: number, urlOf: (index: number) => string, mode: 'auto' | 'legacy' = 'auto') {
  return inBatches(count, (index) => new Listener(mode).connect(urlOf(index), `listener-${index}`));
}

const closeAll = (listeners: readonly Listener[]) => Promise.all(listeners.map((listener) => listener.close()));

async function inBatches<T>(count: number, each: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < count; at += 20) {
    const size = Math.min(20, count - at);
    results.push(...(await Promise.all(Array.from({ length: size }, (_, index) => each(at + index)))));
  }
  return results;
}

async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isMet())) await sleep(50);
}
