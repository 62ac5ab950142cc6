import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** Longer ones were not written by hand, and are slow to parse. */
const MAX_BYTES = 1_048_576;

// The default of git on case-insensitive file systems.
const ignoreCase = process.platform === 'win32' || process.platform === 'darwin';

/**
 * The patterns of the `.gitignore` in a folder; nothing if there is none. Like git, it follows no link.
 * @throws {Error} if it cannot be read
 */
export async function gitIgnoreFile(folder: string): Promise<Ignore | undefined> {
  const path = join(folder, '.gitignore');
  const size = await sizeOf(path);
  if (size === undefined) return undefined;
  if (size > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES} bytes`);
  return ignore({ ignoreCase }).add(await readFile(path, 'utf8'));
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const stats = await lstat(path);
    return stats.isFile() ? stats.size : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
