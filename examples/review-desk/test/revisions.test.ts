import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDesk } from '../dist/desk.js';
import { isRevision } from '../dist/rules/revision.js';
import { GitRepository } from '../dist/services/git-repository.js';
import { ServedFolder } from '../dist/services/served-folder.js';
import { SampleRepository } from '../dist/story/sample-repository.js';
import { filesIn, IMPOSSIBLE, rejectionOf, unknownRevision } from './support/hostile-revisions.ts';

let sample: SampleRepository;
let desk: ReturnType<typeof openDesk>;

beforeAll(() => {
  sample = new SampleRepository();
  sample.git('branch', 'topic/größe+1#2');
  desk = openDesk(sample.path);
});

afterAll(() => sample.remove());

/** Revisions that only git can reject. */
const UNKNOWN = [
  'v1.0.0..HEAD',
  'v1.0.0...HEAD',
  'HEAD^@',
  'HEAD^{tree}',
  'HEAD^{',
  'HEAD~999999999999',
  '@{upstream}',
  '../../etc/passwd',
  '0000000000000000000000000000000000000000',
];

const CALLS = ['review_changes', 'release_notes'].flatMap((name) => [
  { name, argument: 'from', rangeOf: (from: string) => ({ from }) },
  { name, argument: 'to', rangeOf: (to: string) => ({ from: 'v1.0.0', to }) },
]);

describe.each(CALLS)('$argument of $name', ({ name, argument, rangeOf }) => {
  const get = (revision: string) => rejectionOf(desk.runtime.prompts.get({ name, arguments: rangeOf(revision) }));

  test.each(IMPOSSIBLE)('rejects without repeating %j', async (revision) => {
    const message = `${argument} must be a git revision, such as main, v1.2.0, HEAD~3 or a commit id`;
    expect(await get(revision)).toEqual({
      code: -32602,
      message: `Invalid arguments for prompt "${name}": ${message}`,
      data: { prompt: name, errors: [{ argument, rule: 'isRevision', message }] },
    });
  });

  test('rejects a revision that the repository does not have', async () => {
    expect(await get('v9.9.9')).toEqual(unknownRevision(argument));
  });
});

test.each(['HEAD', '@', 'main', 'HEAD~1', 'HEAD^', 'HEAD^{commit}', 'HEAD@{0}', 'topic/größe+1#2'])(
  'isRevision accepts %j',
  (revision) => {
    expect(isRevision(revision)).toBe(true);
  },
);

describe('GitRepository', () => {
  const repository = () => new GitRepository(new ServedFolder(sample.path));
  const { signal } = new AbortController();

  test.each(UNKNOWN)('rejects an unknown revision: %j', async (revision) => {
    const before = filesIn(sample.path);
    expect(isRevision(revision)).toBe(true);
    expect(await rejectionOf(repository().changes({ from: 'HEAD', to: revision }, signal))).toEqual(
      unknownRevision('to'),
    );
    expect(filesIn(sample.path)).toBe(before);
  });

  test.each([
    ['HEAD^', 1],
    ['HEAD@{0}', 2],
    ['topic/größe+1#2', 2],
  ])('finds the commits up to %j', async (to, count) => {
    const { text } = await repository().commits({ from: 'v1.0.0', to }, signal);
    expect(text.match(/^[0-9a-f]{10} /gm)).toHaveLength(count);
  });
});
