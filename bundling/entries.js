import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** @typedef {{ name: string, source: string }} Entry the name of a bundle, and the file that it is made from */

/**
 * What a package exports, as its package.json says it: the types are those of the source, the default is the bundle.
 * @param {string} folder
 * @returns {Promise<Entry[]>}
 */
export async function entriesOf(folder) {
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  /** @type {{ types: string, default: string }[]} */
  const conditions = Object.values(exports);
  return conditions.map((condition) => ({
    name: basename(condition.default, '.js'),
    source: join(folder, 'src', `${basename(condition.types, '.d.ts')}.ts`),
  }));
}
