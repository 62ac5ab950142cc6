import { createHandler, serveHttp } from '@cuecard/mcp-server';
import { expect, test } from '@jest/globals';
import {
  askedOf,
  compareLane,
  corpora,
  ENOUGH,
  listing,
  type Difference,
} from '../../mcp-sdk/test/support/lane-comparison.ts';
import { standing } from './support/standing-corpus.ts';

/**
 * The SDK answers -32602 for a resource that is not there, in every revision. Up to 2025-11-25 it is -32002, as the lane
 * says (2025-11-25, server/resources, "Error Handling").
 */
const isNotFound = ({ lane, none }: Difference) =>
  lane?.body.replace('"code":-32002,"message":"No resource', '"code":-32602,"message":"No resource') === none?.body &&
  JSON.stringify([lane?.status, lane?.head.toSorted()]) === JSON.stringify([none?.status, none?.head.toSorted()]);

const compared = { 'up to 2025-11-25': corpora, '2026-07-28': [standing] };

test.each([
  ['up to 2025-11-25', 'sockets'],
  ['up to 2025-11-25', 'fetch'],
  ['2026-07-28', 'sockets'],
  ['2026-07-28', 'fetch'],
] as const)(
  'enough requests of %s are answered by the lane as they are without it, but for a code that the SDK mistakes, over %s',
  async (revisions, way) => {
    const asked = askedOf(compared[revisions]);
    const { requests, inLane, found } = await compareLane({ createHandler, serveHttp }, { asked, way });
    expect(found.filter((difference) => revisions === '2026-07-28' || !isNotFound(difference))).toEqual([]);
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
    const { requests, found } = await compareLane({ createHandler, serveHttp }, { asked, way, serving: 'prompts' });
    expect({ found, isEnough: requests > ENOUGH / 10 }).toEqual({ found: [], isEnough: true });
  },
  60_000,
);
