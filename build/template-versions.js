import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolders } from './packages.js';

// A package that makes projects has templates of their package.json, which ask for `catalog:` and `workspace:^` as packages
// here do. Beside its bundle goes what that stands for, so that new projects get the versions that this one is tested with.

const WORKSPACE = new URL('../pnpm-workspace.yaml', import.meta.url);
const FIELDS = ['dependencies', 'devDependencies'];

/**
 * The ranges that the templates of a package ask for, as JSON.
 * @param {string} folder
 */
export async function templateVersions(folder) {
  const templates = await readdir(join(folder, 'templates'));
  const names = await Promise.all(templates.map((name) => namesIn(join(folder, 'templates', name, 'package.json'))));
  const known = { ...(await catalog()), ...(await own()) };
  const versions = [...new Set(names.flat())].toSorted().map((name) => {
    if (known[name] === undefined) throw new Error(`A template asks for ${name}, which the catalog does not have`);
    return [name, known[name].replace(/^(?=\d)/, '^')];
  });
  return `${JSON.stringify(Object.fromEntries(versions), null, 2)}\n`;
}

/** @param {string} file */
async function namesIn(file) {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const manifest = JSON.parse(text);
  return FIELDS.flatMap((field) => Object.keys(manifest[field] ?? {}));
}

/**
 * Exact versions become ranges: what is tested here, and its fixes.
 * @returns {Promise<Record<string, string>>}
 */
async function catalog() {
  const text = await readFile(WORKSPACE, 'utf8');
  const [, entries = ''] = /^catalog:\n((?: .*\n)+)/m.exec(text) ?? [];
  const found = entries.matchAll(/^ {2}'?([^'#:]+)'?: (\S+)$/gm);
  return Object.fromEntries([...found].map(([, name, version]) => [name, version]));
}

/** @returns {Promise<Record<string, string>>} */
async function own() {
  const versions = (await packageFolders()).map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return [name, version];
  });
  return Object.fromEntries(await Promise.all(versions));
}
