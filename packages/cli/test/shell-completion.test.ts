import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Offered } from '../build/peer/peer.js';
import { remember } from '../build/peer/remembered.js';
import { cuecard } from './support/cuecard.ts';
import { ProjectFolder } from './support/project-folder.ts';

const CUECARD = fileURLToPath(new URL('../dist/cuecard.js', import.meta.url));

const PROMPTS: readonly Offered[] = [
  {
    kind: 'prompt',
    name: 'review',
    description: 'Asks for a review\nof code',
    schema: { properties: { code: {}, language: { enum: ['typescript', 'python'] }, strict: { type: 'boolean' } } },
    isReadOnly: true,
  },
  { kind: 'prompt', name: 'release', description: 'Red \u001B[31mnotes', schema: {}, isReadOnly: true },
];
const RESOURCES: readonly Offered[] = [
  { kind: 'resource', name: 'rules', uri: 'desk://rules', schema: {}, isReadOnly: true },
  { kind: 'resource', name: 'order', uri: 'desk://{id}', schema: { properties: { id: {} } }, isReadOnly: true },
];

let project: ProjectFolder;
let path: string;
beforeAll(() => {
  project = new ProjectFolder({ 'cuecard.config.ts': '' });
  remember(project.path, 'prompt', PROMPTS);
  remember(project.path, 'resource', RESOURCES);
  path = mkdtempSync(join(tmpdir(), 'cuecard-path-'));
  writeFileSync(join(path, 'cuecard'), `#!/bin/sh\nexec "${process.execPath}" "${CUECARD}" "$@"\n`);
  chmodSync(join(path, 'cuecard'), 0o755);
});
afterAll(() => {
  project.remove();
  rmSync(path, { recursive: true });
});

/** Returns the candidates after a command line, which starts after `cuecard`. */
async function following(line: string, folder = project.path): Promise<readonly string[]> {
  const words = line.split(' ');
  const argv = ['shell-words', `--typed=${words.pop()}`, '--json', '--', ...words];
  const { stdout } = await cuecard(argv, { folder });
  const { data } = JSON.parse(stdout) as { readonly data: readonly { readonly value: string }[] };
  return data.map(({ value }) => value);
}

test.each([
  ['c', ['call', 'complete', 'check', 'connect']],
  ['--v', ['--version']],
  ['connect cu', ['cursor']],
  ['connect cursor --s', ['--stdio', '--scope']],
  ['connect --scope ', ['project', 'user']],
  ['list --kind t', ['tool']],
  ['new p', ['project', 'prompt']],
  ['shell-completion ', ['bash', 'zsh', 'fish', 'powershell']],
  ['get re', ['review', 'release']],
  ['get --raw rev', ['review']],
  ['get review ', ['code=', 'language=typescript', 'language=python', 'strict=true', 'strict=false']],
  ['get review code=x language=p', ['language=python']],
  ['get review strict=true st', []],
  ['read ', ['rules', 'desk://rules', 'order']],
  ['complete o', ['order']],
  ['complete review l', ['language']],
  // The next word is a file or any value.
  ['get --config ', []],
  ['get nothing ', []],
  ['diff ', []],
  ['mistyped ', []],
  // The command does not know the names of another server.
  ['get --url http://localhost:3917/mcp re', []],
  ['get --stdio -- node re', []],
])('cuecard shell-words completes "%s" with %j', async (line, expected) => {
  expect(await following(line)).toEqual(expected);
});

test('cuecard shell-words completes only options without a project', async () => {
  expect([await following('get re', tmpdir()), await following('get --ra', tmpdir())]).toEqual([[], ['--raw']]);
});

test('cuecard shell-words prints one candidate per line, in plain text', async () => {
  const { stdout } = await cuecard(['shell-words', '--typed=re', '--', 'get'], { folder: project.path });
  expect(stdout).toBe('review\tAsks for a review\nrelease\tRed notes\n');
});

test('cuecard shell-completion completes after : and = without running the line', async () => {
  const lines = ['cuecard get re', 'cuecard get review language=', 'cuecard read desk:', "cuecard get $(touch it) '"];
  const { stdout: completion } = await cuecard(['shell-completion', 'bash'], { folder: project.path });
  const script = `${completion}
    for line in "$@"; do
      COMP_LINE=$line COMP_POINT=\${#line}
      _cuecard; printf '%s|' "\${COMPREPLY[@]}"; echo
    done`;
  const env = { ...process.env, PATH: `${path}${delimiter}${process.env['PATH']}` };
  const completed = execFileSync('bash', ['--norc', '-c', script, 'bash', ...lines], { cwd: project.path, env });
  expect(String(completed).split('\n')).toEqual(['review|release|', 'typescript|python|', '//rules|', '|', '']);
  expect(() => project.read('it')).toThrow('ENOENT');
});
