import { expect, test } from '@jest/globals';
import { optionalPeer } from '../build/optional-peer.js';

test('a package that is not installed is named, with who needs it', async () => {
  const missing: string = 'cuecard-is-not-installed';
  await expect(optionalPeer('connect', missing, () => import(missing) as Promise<object>)).rejects.toThrow(
    'connect needs cuecard-is-not-installed: install it as a development dependency',
  );
});

test('a package that fails to load keeps its own error', async () => {
  const broken = new Error('broken');
  await expect(optionalPeer('connect', 'x', () => Promise.reject(broken))).rejects.toBe(broken);
});
