import { lstat, mkdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { replaceFile } from '../files.js';
import { accessing, Problem, systemCode } from '../outcome/problem.js';
import type { Plan } from './plan.js';

/** The settings file of a client. */
export class SettingsFile {
  /** The path for users. */
  readonly path: string;
  /** The file that the path leads to. */
  readonly #target: string;

  private constructor(path: string, target: string) {
    this.path = path;
    this.#target = target;
  }

  /**
   * @param path the path for users
   * @throws {Problem} `settings-outside-project` if a link leads out of the project. A project that was downloaded may have
   * links to the files of its user.
   */
  static find({ scope, file, root }: Plan, path: string): Promise<SettingsFile> {
    return accessing(path, async () => {
      const target = await targetOf(file);
      const inner = relative(await targetOf(root), target);
      if (scope === 'user' || (!isAbsolute(inner) && inner.split(sep)[0] !== '..'))
        return new SettingsFile(path, target);
      throw new Problem({
        code: 'settings-outside-project',
        summary: `${path} links to ${target}, which is outside the project`,
        fix: `Replace the link with a file, or change ${target} by hand`,
      });
    });
  }

  /** The text of the file; `undefined` if it does not exist. */
  read(): Promise<string | undefined> {
    return accessing(this.path, () => readFile(this.#target, 'utf8').catch(absent));
  }

  /** Writes the file and its folders, and keeps its permissions. */
  async write(text: string): Promise<void> {
    await accessing(this.path, async () => {
      await mkdir(dirname(this.#target), { recursive: true });
      const mode = (await stat(this.#target).catch(absent))?.mode ?? 0o666 & ~process.umask();
      await replaceFile(this.#target, text, mode & 0o7777);
    });
  }
}

/** The path without links, even if there is no file. */
async function targetOf(path: string): Promise<string> {
  const found = await realpath(path).catch(absent);
  if (found !== undefined) return found;
  const isLink = (await lstat(path).catch(absent))?.isSymbolicLink() === true;
  if (isLink) return targetOf(resolve(dirname(path), await readlink(path)));
  const folder = dirname(path);
  return folder === path ? path : join(await targetOf(folder), basename(path));
}

function absent(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error;
}
