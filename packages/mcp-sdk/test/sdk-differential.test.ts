import { describe, expect, test } from '@jest/globals';
import { askedOf, compareWithSdk, corpora, ENOUGH, isKnownToDiffer, listing } from './support/sdk-comparison.ts';

describe('serveStdio', () => {
  test('answers requests as the server of the SDK does', async () => {
    const { requests, found } = await compareWithSdk(askedOf(corpora));
    expect(found.filter((each) => !isKnownToDiffer(each))).toEqual([]);
    expect(requests).toBeGreaterThanOrEqual(ENOUGH);
  }, 240_000);

  test('lists nothing else for a server with prompts alone, as the server of the SDK does', async () => {
    const { requests, found } = await compareWithSdk(listing(askedOf(corpora)), 'prompts');
    expect(found.filter((each) => !isKnownToDiffer(each))).toEqual([]);
    expect(requests).toBeGreaterThan(ENOUGH / 10);
  }, 60_000);
});
