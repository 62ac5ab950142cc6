import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { expect, test } from '@jest/globals';
import { askedOf, compareLane, corpora, ENOUGH, listing } from '../../mcp-sdk/test/support/lane-comparison.ts';
import { standing } from './support/standing-corpus.ts';

const compared = { 'up to 2025-11-25': corpora, '2026-07-28': [standing] };

test.each([
  ['up to 2025-11-25', 'sockets'],
  ['up to 2025-11-25', 'fetch'],
  ['2026-07-28', 'sockets'],
  ['2026-07-28', 'fetch'],
] as const)(
  'enough requests of %s are answered by the lane as they are without it, over %s',
  async (revisions, way) => {
    const asked = askedOf(compared[revisions]);
    const { requests, inLane, found } = await compareLane({ createHandler, serveHttp, serveStdio }, { asked, way });
    expect(found).toEqual([]);
    expect({ isEnough: requests >= ENOUGH, isUsed: inLane > ENOUGH / 40 }).toEqual({
      isEnough: true,
      isUsed: true,
    });
  },
  240_000,
);

test.each(['sockets', 'fetch'] as const)(
  'a server with prompts alone lists that it has nothing else, in the lane or without it, over %s',
  async (way) => {
    const asked = listing(askedOf([...corpora, standing]));
    const { requests, found } = await compareLane(
      { createHandler, serveHttp, serveStdio },
      { asked, way, serving: 'prompts' },
    );
    expect({ found, isEnough: requests > ENOUGH / 10 }).toEqual({ found: [], isEnough: true });
  },
  60_000,
);
