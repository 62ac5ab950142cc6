import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
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
