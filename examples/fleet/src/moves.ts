import type { LabelStore } from '@cuecard/labels';

/** Moves `production` to another version, unless somebody else has moved it meanwhile. */
export async function promote(labels: LabelStore, from: string, to: string): Promise<number> {
  const { revision } = await labels.set('production', to, { expect: from, by: 'ada', why: 'It reads better' });
  return revision;
}

/** Gives a version to a share of the callers, the same ones every time. */
export async function tryOut(labels: LabelStore, version: string, percent: number): Promise<void> {
  await labels.set('canary', version, { percent, by: 'ada' });
}

/** Moves `production` back to where it was, and says who had moved it. */
export async function takeBack(labels: LabelStore): Promise<string> {
  const [last] = await labels.history('production', 'greeting');
  await labels.rollback('production', 'greeting', { by: 'bob', why: `${last?.version} is too warm` });
  return last?.by ?? 'nobody';
}
