import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
