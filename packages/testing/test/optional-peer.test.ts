import { expect, test } from '@jest/globals';
import { optionalPeer } from '../build/optional-peer.js';

test('a package that is not installed is named, with who needs it', async () => {
  // @ts-expect-error there is no such package
  const load = () => import('cuecard-is-not-installed') as Promise<object>;
  await expect(optionalPeer('connect', 'cuecard-is-not-installed', load)).rejects.toThrow(
    'connect needs cuecard-is-not-installed: install it as a development dependency',
  );
});

test('a package that fails to load keeps its own error', async () => {
  const broken = new Error('broken');
  await expect(optionalPeer('connect', 'x', () => Promise.reject(broken))).rejects.toBe(broken);
});
