import { describe, expect, test } from '@jest/globals';
import { optionalPeer } from '../build/optional-peer.js';

describe('optionalPeer', () => {
  test('names a missing package and the function that needs it', async () => {
    const missing: string = 'cuecard-is-not-installed';
    await expect(optionalPeer('connect', missing, () => import(missing) as Promise<object>)).rejects.toThrow(
      'connect needs cuecard-is-not-installed: install it as a development dependency',
    );
  });

  test('rethrows the error of a package that fails to load', async () => {
    const broken = new Error('broken');
    await expect(optionalPeer('connect', 'x', () => Promise.reject(broken))).rejects.toBe(broken);
  });
});
