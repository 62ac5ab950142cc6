import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RequestError, NotFoundError, Runtime } from '@cuecard/core';
import { FileResources } from '@cuecard/resources';
import { listed } from './support/listed.ts';

let base: string;
let policies: string;
let guides: string;
let resources: FileResources;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-logical-')));
  [policies, guides] = [join(base, 'policies'), join(base, 'guides')];
  for (const path of ['policies/refunds.md', 'policies/eu/a b: c@d.md', 'guides/tone.md', 'guides/refunds.md']) {
    await mkdir(dirname(join(base, path)), { recursive: true });
    await writeFile(join(base, path), `Contents of ${path}`);
  }
  await symlink('refunds.md', join(policies, 'latest.md'));
  await symlink(join(guides, 'tone.md'), join(policies, 'tone.md'));
  resources = new FileResources({ roots: [policies, guides], as: ['policy://', 'kb://guides/'] });
});

afterAll(() => rm(base, { recursive: true }));

const REFUNDS = { uri: 'policy://refunds.md', name: 'refunds.md', mimeType: 'text/markdown', size: 31 };
const ODD = { uri: 'policy://eu/a%20b%3A%20c%40d.md', name: 'eu/a b: c@d.md', mimeType: 'text/markdown', size: 35 };
const TONE = { uri: 'kb://guides/tone.md', name: 'tone.md', mimeType: 'text/markdown', size: 26 };
const OTHER_REFUNDS = { ...REFUNDS, uri: 'kb://guides/refunds.md', size: 29 };

test('FileResources.list sorts files by their whole URIs, with the prefixes of the roots', async () => {
  expect(await listed(resources)).toEqual([OTHER_REFUNDS, TONE, ODD, REFUNDS]);
  expect(await listed(resources, { brief: true })).toEqual(
    [OTHER_REFUNDS, TONE, ODD, REFUNDS].map(({ uri, name }) => ({ uri, name })),
  );
  expect(await listed(resources, { after: TONE.uri })).toEqual([ODD, REFUNDS]);
});

test('FileResources.list accepts, as `under`, the URI of a root or of a subfolder', async () => {
  const places = ['kb://guides/', 'kb://guides', 'policy://', 'policy://eu', 'policy://eu/', 'eu'];
  expect(await Promise.all(places.map((under) => listed(resources, { under })))).toEqual([
    [OTHER_REFUNDS, TONE],
    [OTHER_REFUNDS, TONE],
    [ODD, REFUNDS],
    [ODD],
    [ODD],
    [ODD],
  ]);
});

test('FileResources uses the same URI to read, describe, link and embed a file', async () => {
  const contents = { uri: ODD.uri, mimeType: 'text/markdown', text: 'Contents of policies/eu/a b: c@d.md' };
  for (const asked of [ODD.uri, 'eu/a b: c@d.md', 'POLICY://eu/a b: c@d.md']) {
    expect(await resources.read(asked)).toEqual(contents);
    expect(await resources.describe(asked)).toEqual(ODD);
    expect(await resources.link(asked)).toEqual({ type: 'resource_link', ...ODD });
    expect(await resources.embed(asked)).toEqual({ type: 'resource', resource: contents });
  }
});

test('FileResources reads a link under the URI of its target, even in another root', async () => {
  expect(await resources.describe('policy://latest.md')).toEqual(REFUNDS);
  expect(await resources.describe('policy://tone.md')).toEqual(TONE);
});

test('FileResources.templates contain the prefixes instead of the folders', () => {
  expect(resources.templates).toEqual([
    { uriTemplate: 'policy://{+path}', name: 'policy', title: 'Files', description: 'Files in policy' },
    { uriTemplate: 'kb://guides/{+path}', name: 'guides', title: 'Files', description: 'Files in guides' },
  ]);
});

test('FileResources.complete suggests URIs if a URI is typed, otherwise paths', async () => {
  const typed = ['policy:', 'policy://r', 'kb://', 'kb://guides/t', 'policy://eu/a%20', 're', 'file:', 'POLICY://'];
  expect(await Promise.all(typed.map((each) => resources.complete(each)))).toEqual([
    [ODD.uri, REFUNDS.uri],
    [REFUNDS.uri],
    [OTHER_REFUNDS.uri, TONE.uri],
    [TONE.uri],
    [ODD.uri],
    ['refunds.md'],
    [],
    [],
  ]);
});

test('Runtime.complete suggests values that make a template expand to a readable URI', async () => {
  const runtime = new Runtime({ prompts: [], resources });
  const answer = await runtime.complete({
    ref: { type: 'ref/resource', uri: 'policy://{+path}' },
    argument: { name: 'path', value: 'eu/a b' },
  });
  expect(answer).toEqual({ completion: { values: ['eu/a b%3A c%40d.md'], total: 1, hasMore: false } });
  const uri = `policy://${encodeURI('eu/a b%3A c%40d.md').replaceAll('%25', '%')}`;
  expect((await resources.read(uri)).uri).toBe(ODD.uri);
});

test.each<[string, string[]]>([
  ['@', ['%40x/y.md']],
  ['@x/', ['%40x/y.md']],
  ['%40x/', ['%40x/y.md']],
  ['c:', ['c%3Ad.md']],
  ['q#', ['q%23r.md']],
  ['q?', ['q%3Fr.md']],
  ['50%', ['50%.md']],
  ['a+', ['a+b.md']],
])('FileResources.complete accepts characters that URIs encode: %j', async (value, values) => {
  const root = await mkdtemp(join(base, 'odd-'));
  await mkdir(join(root, '@x'));
  for (const name of ['@x/y.md', 'c:d.md', 'q#r.md', 'q?r.md', '50%.md', 'a+b.md'])
    await writeFile(join(root, name), '');
  for (const as of ['odd://', 'odd:/a@b:c/']) {
    const runtime = new Runtime({ prompts: [], resources: new FileResources({ roots: [root], as }) });
    const ref = { type: 'ref/resource', uri: `${as}{+path}` } as const;
    const { completion } = await runtime.complete({ ref, argument: { name: 'path', value } });
    expect(completion.values).toEqual(values);
  }
});

test('FileResources rejects absolute paths of the machine and their URIs', async () => {
  const file = join(policies, 'refunds.md');
  for (const location of [file, pathToFileURL(file).href, policies, pathToFileURL(policies).href]) {
    const asked = [
      resources.read(location),
      listed(resources, { under: location }),
      resources.watch(location, () => {}),
    ];
    const errors = await Promise.all(asked.map((each) => each.then(String, (reason: unknown) => reason)));
    expect(errors).toEqual(asked.map(() => new NotFoundError('resource', location)));
  }
  expect(await resources.complete(pathToFileURL(policies).href)).toEqual([]);
  expect(await resources.complete(policies)).toEqual([]);
});

test('FileResources.watch reports a change of a file by its URI', async () => {
  const changed = await new Promise<string>((resolve, reject) => {
    const watching = resources.watch('policy://refunds.md', () => resolve('changed'));
    watching.then(
      (end) => writeFile(join(policies, 'refunds.md'), 'x'.repeat(31)).then(() => setTimeout(end, 500)),
      reject,
    );
  });
  expect(changed).toBe('changed');
});

test('FileResources does not reveal absolute paths in errors', async () => {
  const small = new FileResources({ roots: [policies], as: 'policy://', maxBytes: 5, maxWatched: 0 });
  await writeFile(join(policies, 'large.txt'), '');
  await truncate(join(policies, 'large.txt'), 100);
  const failures = [
    small.read('policy://large.txt'),
    small.read('policy://missing.txt'),
    small.read('policy://eu'),
    small.watch('policy://large.txt', () => {}),
    listed(small, { under: 'policy://missing' }),
  ];
  const errors = await Promise.all(failures.map((each) => each.then(String, (error: RequestError) => error)));
  expect(
    errors.map((error) => ({ message: (error as RequestError).message, data: (error as RequestError).data })),
  ).toEqual([
    {
      message: 'large.txt is larger than 5 bytes. Read a smaller resource, or raise maxBytes of the reader.',
      data: { uri: 'policy://large.txt', maxBytes: 5 },
    },
    { message: 'No resource at "policy://missing.txt"', data: { uri: 'policy://missing.txt' } },
    { message: 'No resource at "policy://eu"', data: { uri: 'policy://eu' } },
    {
      message:
        '0 files are already watched, the maximum for all callers. Stop watching another file, or raise maxWatched of FileResources.',
      data: { maxWatched: 0 },
    },
    { message: 'No resource at "policy://missing"', data: { uri: 'policy://missing' } },
  ]);
  await rm(join(policies, 'large.txt'));
});

test('FileResources accepts a single prefix for a single root', async () => {
  const one = new FileResources({ roots: [guides], as: 'docs.example+guides:/' });
  expect((await listed(one)).map(({ uri }) => uri)).toEqual([
    'docs.example+guides:/refunds.md',
    'docs.example+guides:/tone.md',
  ]);
});

const FIT = 'Pass the prefixes in the same order as the roots.';
const WRITE = 'Write the scheme in lower case and end with a slash, such as policy:// or kb://policies/.';

test.each([
  ['policy', `FileResources: "policy" in \`as\` is not a URI prefix. ${WRITE}`],
  ['policy:', `FileResources: "policy:" in \`as\` is not a URI prefix. ${WRITE}`],
  ['policy://eu', `FileResources: "policy://eu" in \`as\` is not a URI prefix. ${WRITE}`],
  ['Policy://', `FileResources: "Policy://" in \`as\` is not a URI prefix. ${WRITE}`],
  ['p://', `FileResources: "p://" in \`as\` is not a URI prefix. ${WRITE}`],
  ['policy://{eu}/', `FileResources: "policy://{eu}/" in \`as\` is not a URI prefix. ${WRITE}`],
  ['policy://eu?/', `FileResources: "policy://eu?/" in \`as\` is not a URI prefix. ${WRITE}`],
  ['policy://eu/../', `FileResources: "policy://eu/../" in \`as\` is not a URI prefix. ${WRITE}`],
  ['policy://a:b/', `FileResources: "policy://a:b/" in \`as\` is not a URI prefix. ${WRITE}`],
  ['https://', `FileResources: "https://" in \`as\` is not a URI prefix. ${WRITE}`],
  ['file://', `FileResources: "file://" in \`as\` is not a URI prefix. ${WRITE}`],
  ['', `FileResources: "" in \`as\` is not a URI prefix. ${WRITE}`],
  [[], `FileResources: \`as\` must have one URI prefix for each root. ${FIT}`],
  [['a1://', 'a2://'], `FileResources: \`as\` must have one URI prefix for each root. ${FIT}`],
])('FileResources rejects %j as the prefix of one root', (as, message) => {
  expect(() => new FileResources({ roots: [policies], as })).toThrow(new TypeError(message));
});

test('FileResources rejects prefixes that contain each other, and nested roots', () => {
  const remedy = 'Use prefixes that do not start with one another.';
  expect(() => new FileResources({ roots: [policies, guides], as: ['kb://', 'kb://guides/'] })).toThrow(
    new TypeError(`FileResources: the prefixes kb:// and kb://guides/ in \`as\` overlap. ${remedy}`),
  );
  expect(() => new FileResources({ roots: [policies, join(policies, 'eu')], as: ['kb://', 'eu://'] })).toThrow(
    new TypeError(
      `FileResources: with \`as\`, the root ${join(policies, 'eu')} must not be inside the root ${policies}. ` +
        'Remove one of them, or create a separate FileResources for each.',
    ),
  );
  // @ts-expect-error A prefix belongs to a root by its place, not by its name.
  expect(() => new FileResources({ roots: [policies], as: { policies: 'policy://' } })).toThrow(TypeError);
});
