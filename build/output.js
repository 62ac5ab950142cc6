import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MADE_BY_TSC = /(\.d\.c?ts|\.js)(\.map)?$/;
const RELATIVE = /((?:from |import\()['"]\.[^'"]*)\.js(?=['"])/g;

/**
 * Leaves in a folder these files and no others; folders in it stay.
 * @param {string} folder
 * @param {ReadonlyMap<string, string | Uint8Array>} files
 */
export async function writeAll(folder, files) {
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder, { withFileTypes: true });
  const gone = entries.filter((entry) => entry.isFile() && !files.has(entry.name));
  await Promise.all(gone.map(({ name }) => rm(join(folder, name))));
  await Promise.all([...files].map(([name, content]) => writeChanged(join(folder, name), content)));
}

/**
 * Writes a file, unless that is what it holds: whoever is reading it must not be given half of it.
 * @param {string} file
 * @param {string | Uint8Array} content
 */
export async function writeChanged(file, content) {
  const former = await readFile(file, 'utf8').catch(() => undefined);
  if (former !== content) await writeFile(file, content);
}

/**
 * Removes from `build` what was made of sources that are gone. tsc leaves it there, and it would be published.
 * @param {string} folder of a package
 */
export async function removeStale(folder) {
  const build = join(folder, 'build');
  const sources = new Set(await readdir(join(folder, 'src'), { recursive: true }));
  const built = await readdir(build, { recursive: true }).catch(() => []);
  const made = built.filter((file) => MADE_BY_TSC.test(file));
  const stale = made.filter((file) => !sources.has(file.replace(MADE_BY_TSC, '.ts')));
  await Promise.all(stale.map((file) => rm(join(build, file), { force: true })));
}

/**
 * Copies the types of a package for projects that are CommonJS. An SDK that is published both ways declares its classes
 * twice, and TypeScript tells them apart: a `Server` that a CommonJS project has made is that of `.d.cts` files, which
 * only `.d.cts` files find.
 * @param {string} folder of the types, as tsc has made them; without any, nothing is copied
 */
export async function copyTypes(folder) {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const types = files.filter((file) => /\.d\.ts(\.map)?$/.test(file));
  await Promise.all(types.map((file) => copy(join(folder, file))));
}

/** @param {string} file */
async function copy(file) {
  const text = await readFile(file, 'utf8');
  const named = text.replaceAll('.d.ts.map', '.d.cts.map').replace(/("file":"[^"]*)\.d\.ts"/, '$1.d.cts"');
  await writeChanged(file.replace('.d.ts', '.d.cts'), named.replaceAll(RELATIVE, '$1.cjs'));
}
