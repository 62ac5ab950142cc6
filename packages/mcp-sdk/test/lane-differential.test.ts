import { serveHttp } from '@cuecard/mcp-sdk';
import { expect, test } from '@jest/globals';
import { compareLane } from './support/lane-comparison.ts';

test('at least 2,000 requests are answered by the lane as they are without it, byte for byte', async () => {
  const { asked, isEnough, found } = await compareLane(serveHttp);
  expect(found).toEqual([]);
  expect({ asked, isEnough }).toEqual({ asked, isEnough: true });
}, 240_000);
