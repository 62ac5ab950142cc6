import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LabelStoreOptions, memoryLabels } from '@cuecard/labels';
import { expect, test } from '@jest/globals';

function refusalOf(options: LabelStoreOptions): unknown {
  try {
    void memoryLabels(options).close();
    return 'taken';
  } catch (error) {
    return String(error);
  }
}

test('options that would do something else than they say are refused', () => {
  expect([
    refusalOf({ protect: ['production '] }),
    refusalOf({ patience: Number.NaN }),
    refusalOf({ staleAfterMs: -1 }),
    refusalOf({ patience: 0, staleAfterMs: 0, protect: [] }),
  ]).toEqual([
    'TypeError: protect has "production ", which can be no label: correct it',
    'RangeError: patience is NaN: use a whole number from 0 on',
    'RangeError: staleAfterMs is -1: use a whole number from 0 on',
    'taken',
  ]);
});

test('a fallback that is missing or has no labels says how it is made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuecard-fallback-'));
  const [missing, other, broken] = ['missing.json', 'other.json', 'broken.json'].map((name) => join(folder, name));
  writeFileSync(other as string, '{}');
  writeFileSync(broken as string, '{"secret');
  const said = [missing, other, broken].map((fallback) => refusalOf({ fallback: fallback as string }));
  rmSync(folder, { recursive: true });
  expect(said).toEqual([
    `Error: The fallback ${missing} cannot be read: leave the option out, and write it with cuecard labels list --out`,
    `TypeError: ${other} has no labels: write it with cuecard labels list --out`,
    `TypeError: ${broken} is not JSON`,
  ]);
});
