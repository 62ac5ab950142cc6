import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDesk } from '../dist/desk.js';
import { GitRepository } from '../dist/services/git-repository.js';
import { ServedFolder } from '../dist/services/served-folder.js';
import { SampleRepository } from '../dist/story/sample-repository.js';

let sample: SampleRepository;
let desk: ReturnType<typeof openDesk>;

beforeAll(() => {
  sample = new SampleRepository();
  sample.git('branch', 'topic/größe+1#2');
  desk = openDesk(sample.path);
});

afterAll(() => sample.remove());

const HOSTILE = [
  '-O',
  '-h',
  '--all',
  '--output=stolen',
  '--upload-pack=touch stolen',
  '--exec=touch stolen',
  '--end-of-options',
  '--git-dir=/',
  '-c core.pager=touch',
  '--',
  '-',
  'HEAD;touch stolen',
  'HEAD&&touch stolen',
  'HEAD|cat',
  '$(touch stolen)',
  '`touch stolen`',
  'HEAD\ntouch stolen',
  'HEAD\0',
  ' HEAD',
  'HEAD ',
  'HEAD main',
  'v1.0.0..HEAD',
  'v1.0.0...HEAD',
  '^HEAD',
  ':/feat',
  ':README.md',
  'HEAD:README.md',
  'HEAD^@',
  'HEAD^!',
  'HEAD^{tree}',
  'HEAD^{',
  'HEAD~999999999999',
  '@{upstream}',
  '../../etc/passwd',
  '0000000000000000000000000000000000000000',
  'x'.repeat(300),
];

test.each(HOSTILE)('the revision %j is refused without being repeated, and nothing happens', async (revision) => {
  const before = files();
  const asked = ['review_changes', 'release_notes'].flatMap((name) => [
    { name, argument: 'from', range: { from: revision } },
    { name, argument: 'to', range: { from: 'v1.0.0', to: revision } },
  ]);
  if (!process.env['CI']) asked.splice(1, 2); // Each prompt is asked once, and each argument given once.
  const check = async ({ name, argument, range }: (typeof asked)[number]) => {
    const refusal = await refusalOf(desk.runtime.prompts.get({ name, arguments: range }));
    expect(refusals(name, argument)).toContainEqual(refusal);
  };
  await Promise.all(asked.map(check));
  expect(files()).toBe(before);
});

test.each(HOSTILE)('the revision %j is no commit, even where no rule has looked at it', async (revision) => {
  const repository = new GitRepository(new ServedFolder(sample.path));
  const range = { from: 'HEAD', to: revision };
  const { signal } = new AbortController();
  const before = files();
  const [, unknown] = refusals('', 'to');
  expect(await refusalOf(repository.changes(range, signal))).toEqual(unknown);
  expect(files()).toBe(before);
});

test.each([
  ['HEAD', 2],
  ['@', 2],
  ['main', 2],
  ['HEAD~1', 1],
  ['HEAD^', 1],
  ['HEAD^{commit}', 2],
  ['HEAD@{0}', 2],
  ['topic/größe+1#2', 2],
])('the revision %j is understood', async (to, count) => {
  const repository = new GitRepository(new ServedFolder(sample.path));
  const { text } = await repository.commits({ from: 'v1.0.0', to }, new AbortController().signal);
  expect(text.match(/^[0-9a-f]{10} /gm)).toHaveLength(count);
});

function refusals(name: string, argument: string) {
  const message = `${argument} must be a git revision, such as main, v1.2.0, HEAD~3 or a commit id`;
  const data = { prompt: name, errors: [{ argument, rule: 'isRevision', message }] };
  const unknown = `${argument} is not a revision of this repository. Name a branch, a tag or a commit id that \`git log\` knows.`;
  return [
    { code: -32602, message: `Invalid arguments for prompt "${name}": ${message}`, data },
    { code: -32602, message: unknown, data: { argument } },
  ];
}

async function refusalOf(work: Promise<unknown>) {
  const error = await work.then(
    () => new Error('It was not refused'),
    (reason: Error & { code?: number; data?: unknown }) => reason,
  );
  const { code, data } = error as { code?: number; data?: unknown };
  return { code, message: error.message, data };
}

function files(): string {
  return readdirSync(sample.path, { recursive: true }).join('\n');
}
