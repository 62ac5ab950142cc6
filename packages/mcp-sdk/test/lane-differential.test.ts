import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import { expect, test } from '@jest/globals';
import { askedOf, compareLane, corpora, ENOUGH, isKnownToDiffer, listing } from './support/lane-comparison.ts';

test.each([
  ['sockets', ENOUGH],
  ['fetch', ENOUGH],
] as const)(
  'over %s at least %i requests are answered by the lane as they are without it',
  async (way, least) => {
    const asked = askedOf(corpora);
    const { requests, inLane, found } = await compareLane({ createHandler, serveHttp, serveStdio }, { asked, way });
    expect(found).toEqual([]);
    expect({ isEnough: requests >= least, isUsed: inLane > least / 40 }).toEqual({ isEnough: true, isUsed: true });
  },
  240_000,
);

test('answers requests over stdio as the server of the SDK does', async () => {
  const asked = askedOf(corpora);
  const { requests, found } = await compareLane({ createHandler, serveHttp, serveStdio }, { asked, way: 'lines' });
  expect(found.filter((each) => !isKnownToDiffer(each))).toEqual([]);
  expect(requests).toBeGreaterThanOrEqual(ENOUGH);
}, 240_000);

test.each(['sockets', 'fetch', 'lines'] as const)(
  'a server with prompts alone lists that it has nothing else, in the lane or without it, over %s',
  async (way) => {
    const asked = listing(askedOf(corpora));
    const { requests, found } = await compareLane(
      { createHandler, serveHttp, serveStdio },
      { asked, way, serving: 'prompts' },
    );
    const unknown = found.filter((each) => !isKnownToDiffer(each));
    expect({ unknown, isEnough: requests > ENOUGH / 10 }).toEqual({ unknown: [], isEnough: true });
  },
  60_000,
);
