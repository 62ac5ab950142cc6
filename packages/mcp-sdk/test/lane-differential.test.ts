import { createHandler, serveHttp } from '@cuecard/mcp-sdk';
import { expect, test } from '@jest/globals';
import { compareLane, corpora, listing } from './support/lane-comparison.ts';

test.each(['sockets', 'fetch'] as const)(
  'at least 2,000 requests are answered by the lane as they are without it, over %s',
  async (way) => {
    const { requests, inLane, found } = await compareLane({ createHandler, serveHttp }, { asked: corpora, way });
    expect(found).toEqual([]);
    expect({ isEnough: requests >= 2_000, isUsed: inLane > 100 }).toEqual({ isEnough: true, isUsed: true });
  },
  240_000,
);

test.each(['sockets', 'fetch'] as const)(
  'a server with prompts alone lists that it has nothing else, in the lane or without it, over %s',
  async (way) => {
    const asked = listing(corpora);
    const { requests, found } = await compareLane({ createHandler, serveHttp }, { asked, way, serving: 'prompts' });
    expect({ found, isEnough: requests > 200 }).toEqual({ found: [], isEnough: true });
  },
  60_000,
);
