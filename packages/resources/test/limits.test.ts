import { tmpdir } from 'node:os';
import { FileResources, GitResources, HttpResources } from '@cuecard/resources';
import { describe, expect, test } from '@jest/globals';

const readers = {
  FileResources: (limits: object) => new FileResources({ roots: [tmpdir()], ...limits }),
  GitResources: (limits: object) => new GitResources({ repository: tmpdir(), ...limits }),
  HttpResources: (limits: object) => new HttpResources({ origins: ['https://docs.example.com'], ...limits }),
};

const MAX_COUNT = 2 ** 31;

describe.each([
  ['FileResources', 'maxBytes', 'from 1 on, or Infinity for no limit', [0]],
  ['FileResources', 'maxWatched', 'from 0 on, or Infinity for no limit', []],
  ['FileResources', 'maxUriLength', 'from 1 on, or Infinity for no limit', [0]],
  ['GitResources', 'maxBytes', 'from 1 on, or Infinity for no limit', [0]],
  ['GitResources', 'maxEntries', 'from 1 on', [0, Infinity]],
  ['GitResources', 'maxFiles', 'from 1 on, or Infinity for no limit', [0]],
  ['GitResources', 'maxUriLength', 'from 1 to 8192', [0, Infinity, 8193]],
  ['GitResources', 'timeoutMs', 'from 1 to 2147483647', [0, Infinity, MAX_COUNT]],
  ['HttpResources', 'maxBytes', 'from 1 on', [0, Infinity]],
  ['HttpResources', 'timeoutMs', 'from 1 to 2147483647', [0, Infinity, MAX_COUNT]],
  ['HttpResources', 'maxRedirects', 'from 0 on', [Infinity]],
  ['HttpResources', 'maxUriLength', 'from 1 on', [0, Infinity]],
  ['HttpResources', 'cacheBytes', 'from 0 on', [Infinity]],
] as const)('%s with a %s that is not a whole number %s', (reader, name, range, others) => {
  test.each([Number.NaN, -1, 0.5, ...others])('rejects %d', (given) => {
    expect(() => readers[reader]({ [name]: given })).toThrow(
      new RangeError(`${name} is ${given}: use a whole number ${range}`),
    );
  });
});
