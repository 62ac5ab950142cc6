import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The folders that are served, by their real paths. */
export class Roots implements Iterable<string> {
  readonly #folders: ReadonlySet<string>;

  /** @throws {TypeError} for a root that is no folder */
  constructor(folders: readonly string[]) {
    this.#folders = new Set(folders.map(realFolderSync));
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#folders[Symbol.iterator]();
  }

  /**
   * The path of what is at a real path, from the first root that it may be read from, with `/`.
   * @throws {Error} that says why it is below no root, or in a `.git`
   */
  check(realPath: string): string {
    const below = [...this.#folders].map((folder) => relative(folder, realPath)).filter(isBelow);
    if (below.length === 0) throw new Error(`${realPath} is outside the roots`);
    const served = below.find((step) => !isInGit(step));
    if (served === undefined) throw new Error(`${realPath} is in a .git`);
    return served.split(sep).join('/');
  }
}

function realFolderSync(folder: string): string {
  try {
    const path = realpathSync(folder);
    if (statSync(path).isDirectory()) return path;
    throw new TypeError('It is no folder');
  } catch (cause) {
    const remedy = 'Give FileResources folders that exist';
    throw new TypeError(`The root ${resolve(folder)} cannot be served. ${remedy}.`, { cause });
  }
}

function isBelow(step: string): boolean {
  return step !== '..' && !step.startsWith(`..${sep}`) && !isAbsolute(step);
}

// In any case, because the file systems of macOS and Windows do not tell cases apart.
function isInGit(step: string): boolean {
  return step.toLowerCase().split(sep).includes('.git');
}
