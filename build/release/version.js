import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';
import { addSection, readChangesets } from './changelog.js';

// Turns the changesets into versions and changelogs, and has everything here that names a version follow them.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHANGESETS = join(ROOT, 'checks/node_modules/@changesets/cli/dist/index.mjs');

const changesets = await readChangesets();
execFileSync(process.execPath, [CHANGESETS, 'version'], { cwd: ROOT, stdio: 'inherit' });
const { version } = JSON.parse(await readFile(join(ROOT, 'packages/core/package.json'), 'utf8'));
await addSection(version, changesets);
const projects = join(ROOT, 'checks/project-settings.js');
const settings = await readFile(projects, 'utf8');
await writeFile(projects, settings.replaceAll(/('@cuecard\/(?!example-)[\w-]+': ')\^[\d.]+(?=')/g, `$1^${version}`));
for (const args of [
  ['install', '--lockfile-only'],
  ['run', 'checks', 'packages', '--update'],
  ['run', 'format'],
])
  execFileSync('npx', ['-y', 'pnpm@10', ...args], { cwd: ROOT, stdio: 'inherit' });
