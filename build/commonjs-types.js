import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeChanged } from './output.js';

const RELATIVE = /((?:from |import\()['"]\.[^'"]*)\.js(?=['"])/g;

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
