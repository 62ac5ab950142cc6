import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { byLabel, byPercentage, definePrompt, type Logger, Runtime } from '@cuecard/core';
import {
  type LabelBackend,
  type LabelError,
  type LabelMove,
  LabelStore,
  type LabelStoreOptions,
} from '@cuecard/labels';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

/** A place for labels, which several instances share. */
export interface SharedPlace {
  /** The backend of one more instance. */
  backend(): LabelBackend | Promise<LabelBackend>;
  /** Loses everything, as an operator may do by mistake. */
  wipe?(): Promise<void>;
  /** Ends what `backend` has begun. */
  close(): Promise<void>;
}

const version = (number: string) => definePrompt({ name: 'review', version: number, render: () => number });
const ALL = ['1.0.0', '2.0.0', '3.0.0'];
const ADA = { by: 'ada' };

/** What every place for labels has to keep to. */
export function describeLabels(title: string, open: () => Promise<SharedPlace>): void {
  describe(`labels in ${title}`, () => {
    let place: SharedPlace;
    let stores: LabelStore[];
    let errors: string[];
    let folder: string;
    const logger: Logger = { error: (line) => void errors.push(line), warn: () => {} };

    beforeEach(async () => {
      [stores, errors] = [[], []];
      folder = mkdtempSync(join(tmpdir(), 'cuecard-labels-'));
      place = await open();
    });
    afterEach(async () => {
      await Promise.all(stores.map((store) => store.close()));
      await place.close();
      rmSync(folder, { recursive: true });
    });

    async function storeWith(options: LabelStoreOptions = {}): Promise<LabelStore> {
      const store = new LabelStore(await place.backend(), { logger, ...options });
      stores.push(store);
      await store.ready();
      return store;
    }

    function serving(labels: LabelStore, versions = ALL) {
      const select = [byPercentage('canary', labels.percent('canary')), byLabel('production')];
      const runtime = new Runtime({ prompts: versions.map(version), labels, select, logger });
      const heard: string[] = [];
      runtime.onListChanged((kind) => void heard.push(kind));
      const served = (principal = 'somebody') =>
        runtime.find('review', 'prompt', { auth: { principal, scopes: [] } as never })?.version;
      return { runtime, heard, served };
    }

    const refusal = (attempt: Promise<unknown>) =>
      attempt.then(
        () => 'moved',
        (error: LabelError) => ({ code: error.code, message: error.message }),
      );
    /** Instances announce what they serve after a second. */
    const until = async (isTrue: () => Promise<boolean>) => {
      for (let left = 200; left > 0 && !(await isTrue()); left -= 1) await sleep(50);
    };
    const inStep = async (revision: number) => {
      for (let left = 300; left > 0 && stores.some(({ state }) => state.revision < revision); left -= 1)
        await sleep(10);
      return stores.map(({ state }) => state.revision);
    };
    const past = (moves: readonly LabelMove[]) =>
      moves.map(({ revision, from, version: to, by, why, forced }) => ({ revision, from, to, by, why, forced }));

    test('move on every instance, whose clients hear of it once', async () => {
      const all = [serving(await storeWith()), serving(await storeWith()), serving(await storeWith())];
      await stores[0]?.set('production', 'review@1.0.0', ADA);
      await inStep(1);
      await sleep(120);
      expect(all.map(({ served, heard }) => [served(), heard])).toEqual(all.map(() => ['1.0.0', ['prompt']]));
    });

    test('are applied where they were moved when that is done', async () => {
      const store = await storeWith();
      const { served } = serving(store);
      const move = await store.set('production', 'review@2.0.0', { ...ADA, why: 'INC-7' });
      expect([served(), move]).toEqual([
        '2.0.0',
        {
          kind: 'prompt',
          name: 'review',
          label: 'production',
          version: '2.0.0',
          percent: null,
          revision: 1,
          by: 'ada',
          why: 'INC-7',
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          operation: expect.any(String),
          from: null,
          fromPercent: null,
          forced: true,
        },
      ]);
    });

    test('are known to an instance that comes later, and the code to nobody else', async () => {
      const store = await storeWith();
      await store.set('production', 'review@1.0.0', ADA);
      const { served, heard } = serving(await storeWith());
      await sleep(120);
      expect([served(), heard, stores[1]?.list()]).toEqual(['1.0.0', [], store.list()]);
    });

    test('do not move if they are elsewhere than is expected', async () => {
      const store = await storeWith();
      await store.set('production', 'review@1.0.0', { ...ADA, expect: null });
      const wrong = await refusal(store.set('production', 'review@3.0.0', { by: 'bob', expect: 'review@2.0.0' }));
      const right = await refusal(store.set('production', 'review@3.0.0', { by: 'bob', expect: 'review@1.0.0' }));
      const none = await refusal(store.set('production', 'review@2.0.0', { by: 'bob', expect: null }));
      expect([wrong, right, none]).toEqual([
        {
          code: 'mismatch',
          message:
            'The label "production" of "review" is on 1.0.0, since ada moved it, and not on 2.0.0. Nothing was moved',
        },
        'moved',
        {
          code: 'mismatch',
          message:
            'The label "production" of "review" is on 3.0.0, since bob moved it, and not where the code declares it. Nothing was moved',
        },
      ]);
    });

    test('go to one of three who move them at once, with revisions without a gap', async () => {
      const three = [await storeWith(), await storeWith(), await storeWith()];
      let expected: string | null = null;
      const wins: number[] = [];
      for (let round = 1; round <= 30; round += 1) {
        const to = `review@${round}.0.0`;
        const options = { by: 'one', expect: expected };
        const tries = await Promise.allSettled(three.map((store) => store.set('production', to, options)));
        wins.push(tries.filter(({ status }) => status === 'fulfilled').length);
        expected = to;
      }
      expect([wins, await inStep(30)]).toEqual([wins.map(() => 1), [30, 30, 30]]);
      expect(new Set(three.map((store) => JSON.stringify(store.list()))).size).toBe(1);
    });

    test('move once where an attempt is repeated', async () => {
      const store = await storeWith();
      const once = await store.set('production', 'review@1.0.0', { ...ADA, operation: 'the-same' });
      const again = await store.set('production', 'review@1.0.0', { ...ADA, operation: 'the-same' });
      expect([again, store.state.revision, past(await store.history('production', 'review'))]).toEqual([
        once,
        1,
        [{ revision: 1, from: null, to: '1.0.0', by: 'ada', why: null, forced: true }],
      ]);
    });

    test('do not move with the operation of another move, which is said', async () => {
      const store = await storeWith();
      const options = { ...ADA, operation: 'the-same' };
      await store.set('production', 'review@1.0.0', { ...options, percent: 100 / 3 });
      await store.set('production', 'review@1.0.0', { ...options, percent: 100 / 3 });
      const said = {
        code: 'invalid',
        message:
          'The operation "the-same" has moved the label "production" of "review" to 1.0.0: give another move one of its own',
      };
      expect([
        await refusal(store.set('production', 'review@2.0.0', options)),
        await refusal(store.set('production', 'review@1.0.0', { ...options, percent: 5 })),
        await refusal(store.remove('production', 'review', options)),
      ]).toEqual([said, said, said]);
    });

    test('go back once where that is repeated', async () => {
      const store = await storeWith();
      await store.set('production', 'review@1.0.0', ADA);
      await store.set('production', 'review@2.0.0', ADA);
      const once = await store.rollback('production', 'review', { ...ADA, operation: 'back' });
      const again = await store.rollback('production', 'review', { ...ADA, operation: 'back' });
      expect([again, once.version, store.state.revision]).toEqual([once, '1.0.0', 3]);
    });

    test('go back to a version that is missing somewhere only if they are forced', async () => {
      const store = await storeWith({ instance: 'here' });
      await store.set('production', 'review@1.0.0', ADA);
      await store.set('production', 'review@2.0.0', ADA);
      serving(store, ['2.0.0']);
      await until(async () => (await refusal(store.set('probe', 'review@9.0.0', ADA))) !== 'moved');
      const back = (options: { readonly force?: boolean }) =>
        refusal(store.rollback('production', 'review', { ...ADA, ...options }));
      expect([await back({}), await back({ force: true })]).toEqual([
        { code: 'lacking', message: expect.stringContaining('here does not have review@1.0.0') },
        'moved',
      ]);
    });

    test('keep out what no instance could take', async () => {
      const store = await storeWith();
      const odd = (options: object) => refusal(store.set('production', 'review@1.0.0', { ...ADA, ...options }));
      expect([
        await odd({ kind: 'prompts' }),
        await odd({ percent: '10' }),
        await odd({ percent: Number.NaN }),
        await odd({ why: 'cut 😀'.slice(0, 5) }),
        store.list(),
      ]).toEqual([
        { code: 'invalid', message: '"prompts" is no kind: use prompt, tool or resource' },
        { code: 'invalid', message: '10 is not a percentage: use 0 to 100' },
        { code: 'invalid', message: 'NaN is not a percentage: use 0 to 100' },
        { code: 'invalid', message: 'The reason has 1 to 1,000 characters: { why }' },
        [],
      ]);
    });

    test('that are protected need a reason and a place, whoever moves them', async () => {
      await storeWith({ protect: ['production'] });
      const other = await storeWith();
      const [to, why] = ['review@1.0.0', 'INC-7'];
      const needed = {
        code: 'protected',
        message:
          'The label "production" of "review" is protected: say why, and which version it has to be on: { why, expect }',
      };
      expect([
        await refusal(other.set('production', to, { ...ADA, expect: null })),
        await refusal(other.set('production', to, { ...ADA, why })),
        await refusal(other.remove('production', 'review', ADA)),
        await refusal(other.set('canary', to, ADA)),
        await refusal(other.set('production', to, { ...ADA, why, expect: null })),
      ]).toEqual([needed, needed, needed, 'moved', 'moved']);
    });

    test('move to a version only where each instance that serves the name has it', async () => {
      const store = await storeWith({ instance: 'new' });
      serving(store);
      serving(await storeWith({ instance: 'old' }), ['1.0.0']);
      serving(await storeWith({ instance: 'elsewhere' }), []);
      await until(async () => (await refusal(store.set('probe', 'review@2.0.0', ADA))) !== 'moved');
      const lacking = await refusal(store.set('production', 'review@2.0.0', ADA));
      const known = await refusal(store.set('production', 'review@1.0.0', ADA));
      await stores[1]?.close();
      expect([lacking, known, await refusal(store.set('production', 'review@2.0.0', ADA))]).toEqual([
        {
          code: 'lacking',
          message:
            'The label "production" of "review" was not moved: old does not have review@2.0.0. Deploy it there first, or force the move',
        },
        'moved',
        'moved',
      ]);
    });

    test('can be forced to a version that is not there yet, and wait for it', async () => {
      const store = await storeWith({ instance: 'old' });
      const { served, runtime } = serving(store, ['1.0.0', '2.0.0']);
      await until(async () => (await refusal(store.set('probe', 'review@3.0.0', ADA))) !== 'moved');
      await store.set('production', 'review@3.0.0', { ...ADA, force: true });
      const before = [served(), runtime.registry.list().flatMap(({ labels }) => labels)];
      runtime.replace(runtime.registry.with(version('3.0.0')));
      expect([before, runtime.registry.get('review@3.0.0')?.labels]).toEqual([
        ['2.0.0', []],
        ['probe', 'production'],
      ]);
    });

    test('have a percentage, which changes everywhere with them', async () => {
      const [one, other] = [await storeWith(), await storeWith()];
      const { served, heard } = serving(other);
      await one.set('production', 'review@1.0.0', ADA);
      await one.set('canary', 'review@2.0.0', { ...ADA, percent: 100 });
      await inStep(2);
      await sleep(120);
      const [all, before] = [served(), heard.length];
      await one.set('canary', 'review@2.0.0', { ...ADA, percent: 0 });
      await inStep(3);
      await sleep(120);
      expect([all, served(), heard.length - before]).toEqual(['2.0.0', '1.0.0', 1]);
    });

    test('keep their percentage when they move without one', async () => {
      const store = await storeWith();
      await store.set('canary', 'review@1.0.0', { ...ADA, percent: 10 });
      const moved = await store.set('canary', 'review@2.0.0', ADA);
      const none = await store.set('canary', 'review@2.0.0', { ...ADA, percent: null });
      expect([moved, none].map(({ percent, fromPercent }) => [percent, fromPercent])).toEqual([
        [10, 10],
        [null, 10],
      ]);
    });

    test('go back with their percentage, and forth again, and to any revision', async () => {
      const store = await storeWith();
      await store.set('canary', 'review@1.0.0', { ...ADA, percent: 10 });
      await store.set('canary', 'review@2.0.0', { ...ADA, percent: 50 });
      const where = ({ version: to, percent }: LabelMove) => [to, percent];
      const back = where(await store.rollback('canary', 'review', { by: 'bob', why: 'INC-7' }));
      const forth = where(await store.rollback('canary', 'review', { by: 'bob' }));
      const first = where(await store.rollback('canary', 'review', { by: 'bob', to: 1 }));
      expect([back, forth, first, past(await store.history('canary', 'review'))]).toEqual([
        ['1.0.0', 10],
        ['2.0.0', 50],
        ['1.0.0', 10],
        [
          { revision: 5, from: '2.0.0', to: '1.0.0', by: 'bob', why: null, forced: false },
          { revision: 4, from: '1.0.0', to: '2.0.0', by: 'bob', why: null, forced: false },
          { revision: 3, from: '2.0.0', to: '1.0.0', by: 'bob', why: 'INC-7', forced: false },
          { revision: 2, from: '1.0.0', to: '2.0.0', by: 'ada', why: null, forced: true },
          { revision: 1, from: null, to: '1.0.0', by: 'ada', why: null, forced: true },
        ],
      ]);
    });

    test('whose first move is taken back are where the code declares them', async () => {
      const store = await storeWith();
      const { runtime } = serving(store, ['1.0.0', '2.0.0']);
      runtime.replace(
        runtime.registry.with(
          definePrompt({ name: 'review', version: '1.0.0', labels: ['production'], render: () => '' }),
        ),
      );
      const at = () => runtime.registry.versions('review')?.map(({ labels }) => labels);
      await store.set('production', 'review@2.0.0', ADA);
      const moved = at();
      await store.rollback('production', 'review', ADA);
      expect([moved, at(), [...store.places()]]).toEqual([[['production'], []], [[], ['production']], []]);
    });

    test('go back only from where they have to be, if that is said', async () => {
      const store = await storeWith();
      await store.set('canary', 'review@1.0.0', ADA);
      await store.set('canary', 'review@2.0.0', ADA);
      const elsewhere = await refusal(store.rollback('canary', 'review', { ...ADA, expect: 'review@1.0.0' }));
      const { version: to } = await store.rollback('canary', 'review', { ...ADA, expect: 'review@2.0.0' });
      expect([elsewhere, to]).toEqual([
        {
          code: 'mismatch',
          message:
            'The label "canary" of "review" is on 2.0.0, since ada moved it, and not on 1.0.0. Nothing was moved',
        },
        '1.0.0',
      ]);
    });

    test('that never moved cannot go back, nor to a revision that is not theirs', async () => {
      const store = await storeWith();
      await store.set('canary', 'review@1.0.0', ADA);
      const message = (missing: string, label = 'production') => ({
        code: 'no-history',
        message: `The label "${label}" of "review" has no ${missing} in its history`,
      });
      expect([
        await refusal(store.rollback('production', 'review', ADA)),
        await refusal(store.rollback('canary', 'review', { ...ADA, to: 7 })),
      ]).toEqual([message('move'), message('revision 7', 'canary')]);
    });

    test('keep their last 50 moves', async () => {
      const store = await storeWith();
      for (let round = 1; round <= 55; round += 1) await store.set('production', `review@${round}.0.0`, ADA);
      const moves = await store.history('production', 'review');
      expect([moves.length, moves[0]?.revision, moves.at(-1)?.revision]).toEqual([50, 55, 6]);
    });

    test('of kinds and names do not mix', async () => {
      const store = await storeWith();
      await store.set('production', 'review@1.0.0', ADA);
      await store.set('production', 'review@2.0.0', { ...ADA, kind: 'tool' });
      await store.set('production', 'audit@3.0.0', ADA);
      const places = [...store.places()].map(({ kind, name, version: at }) => `${kind} ${name}@${at}`);
      expect(places.toSorted()).toEqual(['prompt audit@3.0.0', 'prompt review@1.0.0', 'tool review@2.0.0']);
    });

    test('that are lost stay here, cannot be moved, and come back from who knows most', async () => {
      if (place.wipe === undefined) return;
      const [one, other] = [await storeWith(), await storeWith()];
      const { served } = serving(other);
      await one.set('production', 'review@1.0.0', ADA);
      await one.set('canary', 'review@2.0.0', { ...ADA, percent: 0 });
      await inStep(2);
      await place.wipe();
      for (let left = 100; left > 0 && stores.some(({ state }) => state.status !== 'behind'); left -= 1)
        await sleep(100);
      const meanwhile = [
        served(),
        stores.map(({ state }) => state.status),
        errors.filter((line) => line.includes('lost')).length,
      ];
      const refused = await refusal(one.set('production', 'review@3.0.0', ADA));
      await one.allowRestoring();
      for (let left = 100; left > 0 && stores.some(({ state }) => state.status !== 'fresh'); left -= 1)
        await sleep(100);
      expect([meanwhile, refused]).toEqual([
        ['1.0.0', ['behind', 'behind'], 2],
        {
          code: 'behind',
          message: expect.stringMatching(/has lost moves of labels\. Nothing is moved until they are restored$/),
        },
      ]);
      const late = await storeWith();
      expect([served(), stores.map(({ state }) => state.revision), late.list()]).toEqual([
        '1.0.0',
        [2, 2, 2],
        one.list(),
      ]);
    });

    test('that are lost cannot be moved by one who does not know of it, either', async () => {
      if (place.wipe === undefined) return;
      const one = await storeWith();
      await one.set('production', 'review@1.0.0', ADA);
      await place.wipe();
      for (let left = 100; left > 0 && one.state.status !== 'behind'; left -= 1) await sleep(100);
      const late = await storeWith();
      const attempt = await refusal(late.set('canary', 'review@2.0.0', ADA));
      expect(attempt).toEqual({ code: 'behind', message: expect.any(String) });
    });

    test('come from a file into an empty place on demand, and not otherwise', async () => {
      const record = { kind: 'prompt', name: 'review', label: 'production', version: '1.0.0', percent: null };
      const move = { revision: 7, ...ADA, why: null, at: '2026-01-01T00:00:00.000Z', operation: 'o' };
      const fallback = join(folder, 'labels.json');
      writeFileSync(fallback, JSON.stringify({ epoch: 'e', revision: 7, records: [{ ...record, ...move }] }));
      const [store] = [await storeWith({ fallback }), await storeWith({ fallback })];
      for (let left = 100; left > 0 && store.state.status !== 'behind'; left -= 1) await sleep(20);
      const refused = await refusal(store.set('production', 'review@2.0.0', ADA));
      await store.allowRestoring();
      for (let left = 100; left > 0 && stores.some(({ state }) => state.status !== 'fresh'); left -= 1) await sleep(50);
      const late = await storeWith();
      expect([refused, stores.map(({ state }) => state.revision), late.list()]).toEqual([
        { code: 'behind', message: expect.any(String) },
        [7, 7, 7],
        [{ ...record, ...move }],
      ]);
    });

    test('that were closed cannot be moved, and are not served as if they were known', async () => {
      const store = await storeWith();
      await store.close();
      expect([
        store.state.status,
        store.isReady(),
        await refusal(store.set('production', 'review@1.0.0', ADA)),
      ]).toEqual(['closed', false, { code: 'unreachable', message: expect.stringMatching(/ was closed here$/) }]);
    });
  });
}
