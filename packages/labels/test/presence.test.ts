import { setTimeout as sleep } from 'node:timers/promises';
import { byLabel, definePrompt, Runtime } from '@cuecard/core';
import { type LabelInstance, LabelStore, MemoryBackend } from '@cuecard/labels';
import { expect, test } from '@jest/globals';

const ADA = { by: 'ada' };

/** Lets others write, but not this one. */
class ReadOnly extends MemoryBackend {
  override async protect(): Promise<void> {
    throw new Error('NOPERM');
  }
  override async announce(_: LabelInstance): Promise<void> {
    throw new Error('NOPERM');
  }
}

test('an instance that may only read follows labels all the same, and says so once', async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const store = new LabelStore(new ReadOnly(), { protect: ['production'], logger: { error: log, warn: log } });
  await store.ready();
  const prompts = ['1.0.0', '2.0.0'].map((version) => definePrompt({ name: 'review', version, render: () => version }));
  const runtime = new Runtime({ prompts, labels: store, select: byLabel('production') });
  await sleep(1_100); // Until it has tried to announce what it serves.
  await store.set('production', 'review@1.0.0', ADA);
  await sleep(1_100);
  const { status } = store.state;
  await store.close();
  expect([status, runtime.find('review')?.version, lines]).toEqual([
    'fresh',
    '1.0.0',
    [
      'The memory refuses what this instance tells it: labels are followed, but moves do not look at its versions, and its option protect may not hold',
    ],
  ]);
});

test('clients are told again once, however many instances were late', async () => {
  const backend = new MemoryBackend();
  const store = new LabelStore(backend);
  await store.ready();
  await store.set('production', 'review@1.0.0', ADA);
  let told = 0;
  store.watch(
    () => void (told += 1),
    () => new Runtime({ prompts: [] }).registry,
  );
  for (let late = 0; late < 20; late += 1) await backend.late();
  await sleep(2_200);
  await store.close();
  expect(told).toBe(1);
});
