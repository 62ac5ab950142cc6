import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { systemCode } from '../outcome/problem.js';

/** A file of settings, as it is now. */
export interface SettingsFile {
  /** What clients open. */
  readonly path: string;
  /** Where that is, links followed. */
  readonly target: string;
  /** `undefined` if there is no file. */
  readonly text: string | undefined;
}

export async function readSettings(path: string): Promise<SettingsFile> {
  const target = await targetOf(path);
  return { path, target, text: await readFile(target, 'utf8').catch(absent) };
}

/**
 * Puts a text in place of a file, at once and with its permissions; makes its folders. What was there is kept beside it.
 * @returns the copy of what was there
 */
export async function writeSettings(file: SettingsFile, text: string, now: Date): Promise<string | undefined> {
  const { target } = file;
  await mkdir(dirname(target), { recursive: true });
  const backup = file.text === undefined ? undefined : await backUp(target, now);
  const mode = (await stat(target).catch(absent))?.mode;
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx', 0o600); // It may hold secrets.
    try {
      await handle.writeFile(text);
      await handle.chmod(mode === undefined ? 0o666 & ~process.umask() : mode & 0o7777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return backup;
}

/** `settings.json.2026-11-23T09-30-00-000Z.bak` */
async function backUp(target: string, now: Date): Promise<string> {
  const backup = `${target}.${now.toISOString().replaceAll(/[:.]/g, '-')}.bak`;
  await copyFile(target, backup, constants.COPYFILE_EXCL);
  return backup;
}

/** Where a path leads, also if nothing is there yet. */
export async function targetOf(path: string): Promise<string> {
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
