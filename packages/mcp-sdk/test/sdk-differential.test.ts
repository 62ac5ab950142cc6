import { describe, expect, test } from '@jest/globals';
import { runs } from '../../../build/jest/runs.ts';
import { compare, compareSelfContained } from './support/sdk-comparison.ts';

const isList = (line: string) => /"(tools|resources|resources\/templates)\/list"/.test(line);

describe('serveHttp and serveStdio', () => {
  describe.each([
    ['v1', 'stdio'],
    ['v2', 'stdio'],
    ['v2', 'HTTP'],
  ] as const)('compared up to 2025-11-25 with SDK %s over %s', (sdk, transport) => {
    test('respond like a server with bindRuntime', async () => {
      const { requests, found } = await compare(sdk, transport);
      expect(found).toEqual([]);
      expect(requests).toBeGreaterThanOrEqual(runs(1_000));
    }, 240_000);

    test('return the same lists for a runtime with prompts only', async () => {
      const { requests, found } = await compare(sdk, transport, { prompts: isList });
      expect(found).toEqual([]);
      expect(requests).toBeGreaterThanOrEqual(runs(100));
    }, 60_000);
  });

  test.each(['stdio', 'HTTP'] as const)(
    'respond like a server with bindRuntime and SDK v2 over %s since 2026-07-28',
    async (transport) => {
      const { requests, found } = await compareSelfContained(transport);
      expect(found).toEqual([]);
      expect(requests).toBeGreaterThan(100);
    },
    60_000,
  );
});
