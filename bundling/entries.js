import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * @typedef Entry
 * @property {string} name the name of the bundle
 * @property {string} source the file that it is made from
 * @property {boolean} isForCommonJs whether there are types of its own for CommonJS
 */

/** @typedef {{ types: string, default: string }} Target */

/**
 * What a package exports, as its package.json says it: the types are those of the source, the default is the bundle.
 * @param {string} folder
 * @returns {Promise<Entry[]>}
 */
export async function entriesOf(folder) {
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  /** @type {(Target | { import: Target, require: Target })[]} */
  const conditions = Object.values(exports);
  return conditions.map((condition) => {
    const target = 'import' in condition ? condition.import : condition;
    return {
      name: basename(target.default, '.js'),
      source: join(folder, 'src', `${basename(target.types, '.d.ts')}.ts`),
      isForCommonJs: target !== condition,
    };
  });
}
