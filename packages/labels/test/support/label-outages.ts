import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { byLabel, definePrompt, type Logger, Runtime } from '@cuecard/core';
import { type LabelBackend, type LabelError, LabelStore, type LabelStoreOptions } from '@cuecard/labels';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

/** A place for labels that can be away. What it keeps survives that. */
export interface FailingPlace {
  /** The backend of one more instance. */
  backend(): LabelBackend;
  kill(): Promise<void>;
  begin(): Promise<void>;
  stop(): Promise<void>;
}

const version = (number: string) => definePrompt({ name: 'review', version: number, render: () => number });
const ADA = { by: 'ada', force: true };
const EVERYWHERE = process.env['CI'] === undefined ? 300 : 1_000;

/** What every place for labels has to keep to while it is away. */
export function describeOutages(title: string, open: () => Promise<FailingPlace>): void {
  describe(`outages of ${title}: labels`, () => {
    let place: FailingPlace;
    let stores: LabelStore[];
    let errors: string[];
    let folder: string;
    const logger: Logger = { error: (line) => void errors.push(line), warn: () => {} };

    beforeEach(async () => {
      [stores, errors] = [[], []];
      folder = mkdtempSync(join(tmpdir(), 'cuecard-outages-'));
      place = await open();
    });
    afterEach(async () => {
      await Promise.all(stores.map((store) => store.close()));
      await place.stop();
      rmSync(folder, { recursive: true });
    });

    function storeOf(options: LabelStoreOptions = {}): LabelStore {
      const store = new LabelStore(place.backend(), { logger, ...options });
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

    test(`are all kept and applied everywhere in order, though the store is killed three times during ${EVERYWHERE} moves`, async () => {
      const three = [storeOf({ patience: 10_000 }), storeOf({ patience: 10_000 }), storeOf({ patience: 10_000 })];
      await Promise.all(three.map((store) => store.ready()));
      const seen = three.map((store) => {
        const revisions: number[] = [];
        store.watch(
          ({ places }) => void (places.length > 0 && revisions.push(store.state.revision)),
          () => new Runtime({ prompts: [] }).registry,
        );
        return revisions;
      });
      const revisions: number[] = [];
      const kills = new Set([1, 2, 3].map((part) => Math.floor((EVERYWHERE * part) / 4)));
      for (let at = 0; at < EVERYWHERE; at += 1) {
        if (kills.has(at)) void place.kill().then(() => place.begin());
        const { revision } = await (three[at % 3] as LabelStore).set('production', `review@${at + 1}.0.0`, ADA);
        revisions.push(revision);
      }
      await until(() => three.every(({ state }) => state.revision === EVERYWHERE));
      expect(revisions).toEqual(Array.from({ length: EVERYWHERE }, (_, at) => at + 1));
      expect(three.map((store) => store.list().map((each) => each.version))).toEqual(
        three.map(() => [`${EVERYWHERE}.0.0`]),
      );
      for (const each of seen)
        expect([each.at(-1), each.toSorted((one, other) => one - other)]).toEqual([EVERYWHERE, each]);
    }, 120_000);

    test('stay while the store is away: it is said once, moves fail at once, and what was missed comes in one notice', async () => {
      const [one, other] = [storeOf(), storeOf()];
      await Promise.all([one.ready(), other.ready()]);
      const { heard, served } = serving(other);
      await one.set('production', 'review@1.0.0', ADA);
      await until(() => heard.length === 1);
      await place.kill();
      await until(() => stores.every(({ state }) => state.status === 'stale'));
      const start = performance.now();
      const code = await codeOf(one.set('production', 'review@2.0.0', ADA));
      const isAtOnce = performance.now() - start < 1_000;
      expect([served(), code, isAtOnce, other.isReady(), errors]).toEqual([
        '1.0.0',
        'unreachable',
        true,
        true,
        Array.from({ length: 2 }, () => `${title} cannot be reached: labels stay as they are, and cannot be moved`),
      ]);
      await place.begin();
      await until(() => one.state.status === 'fresh');
      await one.set('production', 'review@2.0.0', ADA);
      await until(() => other.state.revision === 2);
      await sleep(120);
      expect([served(), heard.length]).toEqual(['2.0.0', 2]);
    });

    test('move where patience outlasts an outage', async () => {
      const store = storeOf({ patience: 10_000 });
      await store.ready();
      await place.kill();
      const moving = store.set('production', 'review@2.0.0', ADA);
      await sleep(300);
      await place.begin();
      expect((await moving).revision).toBe(1);
    });

    test('are followed again although the logger and a listener throw', async () => {
      const fail = () => {
        throw new Error('broken');
      };
      const store = storeOf({ logger: { error: fail, warn: fail } });
      await store.ready();
      store.watch(fail, () => new Runtime({ prompts: [] }).registry);
      await place.kill();
      await until(() => store.state.status === 'stale');
      await place.begin();
      await until(() => store.state.status === 'fresh');
      expect((await store.set('production', 'review@1.0.0', ADA)).revision).toBe(1);
    });

    test('are closed at once though a patient move waits, which fails then', async () => {
      const store = storeOf({ patience: 10_000 });
      await store.ready();
      await place.kill();
      await until(() => store.state.status === 'stale');
      const moving = codeOf(store.set('production', 'review@2.0.0', ADA));
      await sleep(100);
      const start = performance.now();
      await store.close();
      const code = await moving;
      expect([code, performance.now() - start < 3_000]).toEqual(['unreachable', true]);
    });

    test('come from the file while the store cannot be reached at the start, and from the store in one notice later', async () => {
      const first = storeOf();
      await first.ready();
      await first.set('production', 'review@1.0.0', ADA);
      const { epoch, revision } = first.state;
      const fallback = join(folder, 'labels.json');
      writeFileSync(fallback, JSON.stringify({ epoch, revision, records: first.list() }));
      await first.set('production', 'review@2.0.0', ADA);
      await place.kill();
      const late = storeOf({ fallback });
      const { heard, served } = serving(late);
      await late.ready();
      const before = [served(), late.isReady(), late.state.status];
      await place.begin();
      await until(() => late.state.status === 'fresh');
      await sleep(120);
      expect([before, served(), heard]).toEqual([['1.0.0', true, 'stale'], '2.0.0', ['prompt']]);
    });

    test('are unknown without the store and without a file', async () => {
      await place.kill();
      const store = storeOf();
      const known = await store.ready().catch((error: LabelError) => `${error.code}: ${error.message}`);
      expect([known, store.isReady()]).toEqual([
        `unreachable: ${title} cannot be reached, and there is no file to begin with: name one with the option fallback`,
        false,
      ]);
    });

    test('make an instance unready where that is wanted, once they are old', async () => {
      const store = storeOf({ stale: 'unready', staleAfterMs: 300 });
      await store.ready();
      await place.kill();
      await until(() => store.state.status === 'stale');
      const soon = store.isReady();
      await sleep(400);
      const later = store.isReady();
      await place.begin();
      await until(() => store.state.status === 'fresh');
      expect([soon, later, store.isReady()]).toEqual([true, false, true]);
    });
  });
}
