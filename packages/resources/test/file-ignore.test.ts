import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NotFoundError } from '@cuecard/core';
import { type FileIgnoreOptions, FileResources } from '@cuecard/resources';
import { listed } from './support/listed.ts';

const SECRET = [
  '.env',
  '.env.local',
  '.envrc',
  '.ENV',
  'app/.env.production',
  'server.pem',
  'server.key',
  'keys/store.P12',
  'keys/store.pfx',
  'keys/app.jks',
  'passwords.kdbx',
  'id_rsa',
  'id_rsa.old',
  'home/.ssh/id_ed25519',
  'home/.ssh/known_hosts',
  '.npmrc',
  'app/.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.htpasswd',
  '.git-credentials',
  'home/.aws/credentials',
  'home/.kube/config',
  'home/.docker/config.json',
  'home/.config/gcloud/credentials.db',
  'main.tfstate',
  'main.tfstate.backup',
  'prod.tfvars',
  'infra/prod.auto.TFVARS',
  'prod.tfvars.json',
  'home/.cargo/credentials',
  'home/.cargo/credentials.toml',
  'home/.gem/credentials',
  'home/.m2/settings.xml',
  '.boto',
  '.s3cfg',
  '.dockerconfigjson',
  '.hg/hgrc',
  '.svn/wc.db',
];
const REPOSITORY = ['HEAD', 'config', 'objects/info/packs', 'refs/heads/main', 'hooks/run.txt'];
const HIDDEN = [...SECRET, '.git/config', 'app/.GIT/config', ...REPOSITORY.map((path) => `backup/${path}`)];
const SERVED = [
  'app/HEAD',
  'app/objects/x.txt',
  'environment.md',
  'home/.cargo/config.toml',
  'home/.config/app.json',
  'id_rsa.pub',
  'keys.md',
  'monkey',
];

let base: string;
let root: string;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-ignore-')));
  root = join(base, 'root');
  await write([...HIDDEN, ...SERVED]);
  await symlink('.env', join(root, 'settings.txt'));
  await symlink('home/.aws', join(root, 'cloud'));
});

afterAll(() => rm(base, { recursive: true }));

test('FileResources treats repositories and files with secrets as missing by default', async () => {
  const resources = new FileResources({ roots: [root] });
  expect(await names(resources)).toEqual(SERVED);
  expect((await resources.complete('')).toSorted()).toEqual(SERVED);
  for (const path of [...HIDDEN, 'settings.txt', 'cloud/credentials']) {
    expect([path, await outcomes(resources, path)]).toEqual([path, absent(path)]);
    expect(await resources.complete(path)).not.toContain(path);
  }
});

test('FileResources hides the same files if URIs have a logical prefix', async () => {
  const resources = new FileResources({ roots: [root], as: 'files://' });
  expect(await names(resources)).toEqual(SERVED);
  for (const uri of [...HIDDEN, 'settings.txt', 'cloud/credentials'].map((path) => `files://${encodeURI(path)}`)) {
    expect([uri, await outcomes(resources, uri)]).toEqual([uri, absent(uri)]);
    expect(await resources.complete(uri)).not.toContain(uri);
  }
});

test.each(['.git', 'backup', 'backup/refs', 'home/.aws', 'home/.ssh', 'cloud'])(
  'FileResources rejects a list under the folder %s',
  async (under) => {
    const resources = new FileResources({ roots: [root] });
    await expect(listed(resources, { under })).rejects.toEqual(new NotFoundError('resource', under));
  },
);

test('FileResources ignores patterns, and serves patterns that start with an exclamation mark', async () => {
  const patterns = ['/app/*', '!/app/.env.production', '*.MD', '!keys.md', '!.npmrc'];
  const resources = new FileResources({ roots: [root], ignore: { patterns } });
  expect(await names(resources)).toEqual([
    '.npmrc',
    'app/.env.production',
    'app/.npmrc',
    'home/.cargo/config.toml',
    'home/.config/app.json',
    'id_rsa.pub',
    'keys.md',
    'monkey',
  ]);
  expect(await outcomes(resources, 'environment.md')).toEqual(absent('environment.md'));
  expect((await resources.read('.npmrc')).uri).toMatch(/\/root\/\.npmrc$/);
});

test('FileResources hides files of .git even if a pattern includes them', async () => {
  const resources = new FileResources({ roots: [root], ignore: { patterns: ['!*', '!.git/', '!backup/'] } });
  expect(await names(resources)).toEqual([...SECRET, ...SERVED].toSorted());
});

test('FileResources serves a root even if its name is ignored', async () => {
  const resources = new FileResources({ roots: [join(root, 'home/.kube'), join(root, 'backup')] });
  expect((await names(resources)).toSorted()).toEqual([...REPOSITORY, 'config'].toSorted());
});

test('FileResources reports a newly ignored file as deleted, and does not read it', async () => {
  await write(['watched/HEAD', 'watched/refs/x', 'watched/notes.txt']);
  const resources = new FileResources({ roots: [join(root)] });
  const changes: string[] = [];
  const end = await resources.watch('watched/notes.txt', () => changes.push('changed'));
  await write(['watched/objects/x', 'watched/notes.txt']);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(changes).toEqual(['changed']);
  await writeFile(join(root, 'watched/notes.txt'), 'Again');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(changes).toEqual(['changed']);
  end();
  expect(await outcomes(resources, 'watched/notes.txt')).toEqual(absent('watched/notes.txt'));
  await rm(join(root, 'watched'), { recursive: true });
});

test('FileResources rejects patterns that are not strings', () => {
  const message = 'FileResources: `ignore.patterns` is not an array of strings. Write one pattern per string.';
  // @ts-expect-error Patterns are a list.
  const text: FileIgnoreOptions = { patterns: 'drafts/' };
  // @ts-expect-error Patterns are strings.
  const expression: FileIgnoreOptions = { patterns: [/drafts/] };
  for (const ignore of [text, expression])
    expect(() => new FileResources({ roots: [root], ignore })).toThrow(new TypeError(message));
});

async function names(resources: FileResources): Promise<string[]> {
  const [full, brief] = [await listed(resources), await listed(resources, { brief: true })];
  expect(brief).toEqual(full.map(({ uri, name }) => ({ uri, name })));
  return full.map(({ name }) => name).toSorted();
}

async function outcomes(resources: FileResources, location: string): Promise<unknown[]> {
  const asked = [resources.read(location), resources.describe(location), resources.watch(location, () => {})];
  return Promise.all(asked.map((each) => each.then(String, (reason: unknown) => reason)));
}

function absent(location: string): NotFoundError[] {
  return [1, 2, 3].map(() => new NotFoundError('resource', location));
}

async function write(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), `Contents of ${path}`);
  }
}
