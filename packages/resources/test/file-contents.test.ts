import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FileResources } from '@cuecard/resources';

let root: string;
let resources: FileResources;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-contents-')));
  resources = new FileResources({ roots: [root], ignore: { patterns: ['!*.key'] } });
});

afterAll(() => rm(root, { recursive: true }));

test.each([
  ['readme.md', '# Title\n', 'text/markdown'],
  ['page.html', '<p>', 'text/html'],
  ['data.json', '{}', 'application/json'],
  ['site.webmanifest', '{}', 'application/manifest+json'],
  ['config.yaml', 'a: 1', 'text/yaml'],
  ['Cargo.toml', 'a = 1', 'application/toml'],
  ['query.sql', 'select 1', 'application/sql'],
  ['code.js', 'let a', 'text/javascript'],
  ['Main.java', 'class Main {}', 'text/x-java-source'],
  ['drawing.svg', '<svg/>', 'image/svg+xml'],
  ['feed.xml', '\n<?xml version="1.0"?>', 'application/xml'],
  ['empty.txt', '', 'text/plain'],
  ['umlaut ü#?.txt', 'Grüße 👋', 'text/plain'],
  ['bom.txt', '\uFEFFtext', 'text/plain'],
  // Extensions that have another meaning in MIME tables
  ['code.ts', 'let a: string', 'text/plain'],
  ['CODE.TS', 'let a: string', 'text/plain'],
  ['module.mts', 'let a: string', 'text/plain'],
  ['lib.rs', 'fn main() {}', 'text/plain'],
  ['notes.key', 'notes', 'text/plain'],
  ['graph.dot', 'digraph {}', 'text/plain'],
  ['script.sh', 'ls', 'text/plain'],
  ['episode.sub', '{1}{2}Hello', 'text/plain'],
  ['picture.png', 'no picture', 'text/plain'],
  ['Dockerfile', 'FROM scratch', 'text/plain'],
  ['.gitignore', 'dist', 'text/plain'],
])('FileResources reads %s with the text %j as %s', async (name, text, mimeType) => {
  await writeFile(join(root, name), text);
  const uri = pathToFileURL(join(root, name)).href;
  expect(await resources.read(name)).toEqual({ uri, mimeType, text: text.replace('\uFEFF', '') });
  expect(await resources.read(uri)).toEqual(await resources.read(name));
});

test.each([
  ['photo.png', [0x89, 0x50, 0x4e, 0x47, 0x00], 'image/png'],
  ['movie.ts', [0x47, 0x00, 0xff], 'video/mp2t'],
  ['program', [0x7f, 0x45, 0x4c, 0x46, 0x00], 'application/octet-stream'],
  ['latin-1.txt', [0x47, 0x72, 0xfc, 0xdf, 0x65], 'application/octet-stream'],
  ['utf-16.html', [0xff, 0xfe, 0x3c, 0x00], 'application/octet-stream'],
  ['nul.md', [0x61, 0x00, 0x62], 'application/octet-stream'],
  ['half.svg', [0x3c, 0xc3], 'application/octet-stream'],
])('FileResources reads %s with the bytes %j as a blob of the type %s', async (name, bytes, mimeType) => {
  await writeFile(join(root, name), Buffer.from(bytes));
  const uri = pathToFileURL(join(root, name)).href;
  expect(await resources.read(name)).toEqual({ uri, mimeType, blob: Buffer.from(bytes).toString('base64') });
});

test('FileResources reads a relative path from the first root that contains the file', async () => {
  await mkdir(join(root, 'first'));
  await mkdir(join(root, 'second'));
  await writeFile(join(root, 'first', 'both.txt'), 'first');
  await writeFile(join(root, 'second', 'both.txt'), 'second');
  await writeFile(join(root, 'second', 'one.txt'), 'second');
  const layered = new FileResources({ roots: [join(root, 'first'), join(root, 'second')] });
  const uri = (...path: string[]) => pathToFileURL(join(root, ...path)).href;
  expect(await Promise.all(['both.txt', 'one.txt'].map((path) => layered.read(path)))).toEqual([
    { uri: uri('first', 'both.txt'), mimeType: 'text/plain', text: 'first' },
    { uri: uri('second', 'one.txt'), mimeType: 'text/plain', text: 'second' },
  ]);
});

test('FileResources reads a link within the roots, and returns the URI of its target', async () => {
  await writeFile(join(root, 'target.txt'), 'target');
  await symlink('target.txt', join(root, 'link.md'));
  await symlink(root, join(root, 'served'));
  const linked = new FileResources({ roots: [join(root, 'served')] });
  const uri = pathToFileURL(join(root, 'target.txt')).href;
  expect(await linked.read('link.md')).toEqual({ uri, mimeType: 'text/plain', text: 'target' });
});

test('FileResources embeds the same contents that it reads', async () => {
  await writeFile(join(root, 'embedded.txt'), 'embedded');
  const resource = await resources.read('embedded.txt');
  expect(await resources.embed('embedded.txt')).toEqual({ type: 'resource', resource });
});

test('FileResources rejects a root that is not a folder', async () => {
  await writeFile(join(root, 'file'), '');
  const [missing, file] = [join(root, 'missing'), join(root, 'file')];
  const refusal = (path: string) => `FileResources cannot read the root ${path}. Pass folders that exist.`;
  expect(() => new FileResources({ roots: [root, missing] })).toThrow(refusal(missing));
  expect(() => new FileResources({ roots: [file] })).toThrow(refusal(file));
});

test('FileResources without roots treats every file as missing', async () => {
  await expect(new FileResources({ roots: [] }).read('a.txt')).rejects.toThrow('No resource at "a.txt"');
});
