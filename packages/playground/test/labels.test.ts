import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { definePrompt, type LabelSource, Runtime } from '@cuecard/core';
import { fileLabels, LabelStore, MemoryBackend, memoryLabels } from '@cuecard/labels';
import { expect, test } from '@jest/globals';
import type { DefinitionDetail, StoredLabels } from '../build/api.js';
import { closables } from '../../transports/test/support/closables.ts';
import { eventually } from './support/eventually.ts';
import { servedPage } from './support/served-page.ts';

const open = closables();
const logger = { error: () => {}, warn: () => {} };

/** A page over versions of `review`, whose labels `store` keeps. */
async function pageOver(labels?: LabelStore | LabelSource) {
  if (labels instanceof LabelStore) open.push(labels);
  const prompts = ['1.0.0', '2.0.0'].map((version) => {
    const declared = version === '1.0.0' ? ['production'] : [];
    return definePrompt({ name: 'review', version, labels: declared, render: () => version });
  });
  const runtime = new Runtime({ prompts, logger, ...(labels && { labels }) });
  const page = await servedPage(runtime, open);
  const ask = async (asked: Promise<Response>) => {
    const answer = await asked;
    const text = await answer.text();
    return text === '' ? answer.status : [answer.status, JSON.parse(text)];
  };
  const change = (path: string, body: object) => {
    return ask(page.post(path, { kind: 'prompt', label: 'production', name: 'review', ...body }));
  };
  return { ...page, change, read: (path: string) => ask(page.api(path)) };
}

const refused = (message: string, status = 409, code = 'label') => [status, { error: { code, message } }];
const by = userInfo().username;
const record = { kind: 'prompt', name: 'review', label: 'production', operation: expect.any(String) };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'cuecard-page-labels-'));
  open.push({ close: async () => rmSync(path, { recursive: true }) });
  return path;
}

test.each([
  ['memory', () => memoryLabels({ protect: ['production'] })],
  ['a file', () => fileLabels(join(folder(), 'labels.json'), { protect: ['production'] })],
])('a label in %s moves with a reason, tells its history, goes back and is removed', async (_title, storeOf) => {
  const store = storeOf();
  const { change, read, get } = await pageOver(store);
  const to = 'review@2.0.0';
  expect((await get<DefinitionDetail>('definitions/prompt/review')).hasStoredLabels).toBe(true);
  expect(await read('labels/prompt/review')).toEqual([200, { status: 'fresh', since: time, records: [] }]);
  expect(await change('label', { to, expect: null, why: 'It reads better', percent: 10 })).toBe(204);
  const first = { ...record, version: '2.0.0', percent: 10, revision: 1, by, why: 'It reads better', at: time };
  expect(await read('labels/prompt/review@1.0.0')).toEqual([200, { status: 'fresh', since: time, records: [first] }]);
  expect(await change('label', { to: 'review@1.0.0', expect: to, why: 'INC-7', percent: null })).toBe(204);
  expect(await change('label/rollback', { expect: 'review@1.0.0', why: 'INC-8' })).toBe(204);
  expect(await change('label/rollback', { expect: to, why: 'INC-9', revision: 2 })).toBe(204);
  expect(await change('label/remove', { expect: 'review@1.0.0', why: 'Over' })).toBe(204);
  const place = (from: string | null, fromPercent: number | null) => ({ from, fromPercent, forced: false });
  expect(await read('label-history/prompt/review?label=production')).toEqual([
    200,
    [
      { ...first, ...place('1.0.0', null), version: null, percent: null, revision: 5, why: 'Over' },
      { ...first, ...place('2.0.0', 10), version: '1.0.0', percent: null, revision: 4, why: 'INC-9' },
      { ...first, ...place('1.0.0', null), revision: 3, why: 'INC-8' },
      { ...first, ...place('2.0.0', 10), version: '1.0.0', percent: null, revision: 2, why: 'INC-7' },
      { ...first, ...place(null, null) },
    ],
  ]);
  expect(store.list()).toMatchObject([{ label: 'production', version: null, revision: 5 }]);
});

test('what the store has against a move is said, and nothing moves', async () => {
  const backend = new MemoryBackend();
  const store = new LabelStore(backend, { protect: ['production'], logger });
  const { change, read } = await pageOver(store);
  const to = 'review@2.0.0';
  await store.set('canary', 'review@1.0.0', { by: 'ada' });
  await backend.announce({ id: 'elsewhere', serves: new Set(['prompt review', 'prompt review@1.0.0']) });
  expect([
    await change('label', { to, expect: null }),
    await change('label/remove', {}),
    await change('label', { to, label: 'canary', expect: null }),
    await change('label/rollback', { label: 'canary', expect: to }),
    await change('label', { to, expect: null, why: 'Soon' }),
    await change('label', { to: 'review@3.0.0', expect: null, why: 'Soon' }),
    await change('label', { to, label: 'canary', percent: 101 }),
    await change('label/rollback', { why: 'Back' }),
    await change('label/rollback', { label: 'canary', revision: 9 }),
  ]).toEqual([
    refused(
      'The label "production" of "review" is protected: say why, and which version it has to be on: { why, expect }',
    ),
    refused(
      'The label "production" of "review" is protected: say why, and which version it has to be on: { why, expect }',
    ),
    refused(
      'The label "canary" of "review" is on 1.0.0, since ada moved it, and not where the code declares it. Nothing was moved',
    ),
    refused('The label "canary" of "review" is on 1.0.0, since ada moved it, and not on 2.0.0. Nothing was moved'),
    refused(
      'The label "production" of "review" was not moved: elsewhere does not have review@2.0.0. Deploy it there first, or force the move',
    ),
    refused(
      'The label "production" cannot point to "review@3.0.0", which is not a version of a prompt. Point it to "review@2.0.0" instead',
    ),
    refused('101 is not a percentage: use 0 to 100'),
    refused('The label "production" of "review" has no move in its history'),
    refused('The label "canary" of "review" has no revision 9 in its history'),
  ]);
  expect(await read('label-history/prompt/review?label=production')).toEqual([200, []]);
  expect(store.state.revision).toBe(1);
});

test('what cannot be read is refused before the store is asked', async () => {
  const { change, read } = await pageOver(memoryLabels());
  const missing = 'There is no such definition: it may have been renamed or removed';
  const wrong = (message: string) => refused(message, 400, 'body');
  expect([
    await read('labels/prompt/none'),
    await read('label-history/letter/review?label=production'),
    await read('label-history/prompt/review'),
    await change('label', { to: 'review@2.0.0', percent: '10' }),
    await change('label', { to: 'review@2.0.0', why: 7 }),
    await change('label/remove', { name: undefined }),
    await change('label/rollback', { revision: 0 }),
    await change('label/rollback', { kind: 'letter' }),
  ]).toEqual([
    refused(missing, 404, 'definition'),
    refused(missing, 404, 'definition'),
    refused('"label" must be a text', 400, 'query'),
    wrong('"percent" must be a number or null'),
    wrong('"why" must be a text'),
    wrong('"name" must be a text'),
    wrong('"revision" must be a whole number from 1 on'),
    wrong('"kind" must be one of prompt, tool, resource'),
  ]);
});

test('labels of a store that is away, or has lost moves, are shown and stay', async () => {
  class Away extends MemoryBackend {
    override async read(): Promise<never> {
      throw new Error('ECONNREFUSED');
    }
  }
  const away = await pageOver(new LabelStore(new Away(), { logger }));
  expect(await away.read('labels/prompt/review')).toEqual([200, { status: 'stale', since: time, records: [] }]);
  const file = join(folder(), 'labels.json');
  const store = fileLabels(file, { logger });
  const behind = await pageOver(store);
  expect(await behind.change('label', { to: 'review@2.0.0' })).toBe(204);
  rmSync(file);
  const shown = await eventually(
    () => behind.get<StoredLabels>('labels/prompt/review'),
    ({ status }) => status === 'behind',
  );
  const kept = { ...record, version: '2.0.0', percent: null, revision: 1, by, why: null, at: time };
  expect(shown).toEqual({ status: 'behind', since: time, records: [kept] });
  expect([
    await away.change('label', { to: 'review@2.0.0' }),
    await away.read('label-history/prompt/review?label=production'),
    await behind.change('label', { to: 'review@1.0.0' }),
  ]).toEqual([
    refused('The memory cannot be reached'),
    refused('The memory cannot be reached'),
    refused(`${file} has lost moves of labels. Nothing is moved until they are restored`),
  ]);
});

test('without a store that moves labels, there is none to ask', async () => {
  const fixed: LabelSource = { places: () => [], watch: () => () => {} };
  const { change, read, get } = await pageOver(fixed);
  const none = refused('No store keeps the labels: they are where the code declares them', 404, 'store');
  expect([
    await read('labels/prompt/review'),
    await read('label-history/prompt/review?label=production'),
    await change('label/remove', {}),
    await change('label/rollback', {}),
  ]).toEqual([none, none, none, none]);
  expect(await get<DefinitionDetail>('definitions/prompt/review')).not.toHaveProperty('hasStoredLabels');
});

test('labels need the token', async () => {
  const { api } = await pageOver(memoryLabels());
  const headers = { authorization: 'Bearer wrong' };
  const asked = ['labels/prompt/review', 'label-history/prompt/review?label=a', 'label/remove', 'label/rollback'];
  expect(await Promise.all(asked.map(async (path) => (await api(path, { headers })).status))).toEqual([
    401, 401, 401, 401,
  ]);
});
