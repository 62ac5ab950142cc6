import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));

/**
 * Returns the folders of all packages. A removed package leaves its `build` and `node_modules` in clones that had it.
 * @returns {Promise<string[]>}
 */
export async function packageFolders() {
  const folders = (await readdir(PACKAGES)).map((name) => join(PACKAGES, name));
  return folders.filter((folder) => existsSync(join(folder, 'package.json')));
}

/**
 * @typedef Entry
 * @property {string} name the name of the bundle
 * @property {string} source the file that it is made from
 * @property {boolean} hasCommonJs whether there is a bundle in CommonJS, too
 * @property {boolean} hasCommonJsTypes whether CommonJS has types of its own
 */

/**
 * The paths of the modules that a package exports. Its package.json is for tools that look for a collection of schematics.
 * @param {object} exports
 */
export function modulePaths(exports) {
  return Object.keys(exports).filter((path) => path !== './package.json');
}

/** @typedef {{ types: string, require?: string, default: string }} Target */

/**
 * What a package exports, as its package.json says it: the types are those of the source, the default is the bundle. A
 * command has the name of its source.
 * @param {string} folder
 * @returns {Promise<Entry[]>}
 */
export async function entriesOf(folder) {
  const { exports, bin = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  /** @type {(Target | { import: Target, require: Target })[]} */
  const conditions = modulePaths(exports).map((path) => exports[path]);
  /** @type {string[]} */
  const commands = Object.values(bin);
  return [
    ...conditions.map((condition) => {
      const target = 'import' in condition ? condition.import : condition;
      const source = join(folder, 'src', `${basename(target.types, '.d.ts')}.ts`);
      const hasCommonJs = condition.require !== undefined;
      return { name: basename(target.default, '.js'), source, hasCommonJs, hasCommonJsTypes: target !== condition };
    }),
    ...commands.map((command) => {
      const name = basename(command, '.js');
      const source = join(folder, 'src', `${name}.ts`);
      return { name, source, hasCommonJs: false, hasCommonJsTypes: false };
    }),
  ];
}
