import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { systemCode } from '../outcome/problem.js';
import { isDeepStrictEqual } from 'node:util';
import { valueAt, withoutValue, withValue } from './json-edit.js';

/** A file of settings, as it is now. */
export interface SettingsFile {
  /** What clients open. */
  readonly path: string;
  /** Where that is, links followed. */
  readonly target: string;
  /** Without the mark that some editors of Windows begin it with; `undefined` if there is no file. */
  readonly text: string | undefined;
  readonly mark: string;
}

const MARK = '\uFEFF';

export async function readSettings(path: string): Promise<SettingsFile> {
  const target = await targetOf(path);
  const text = await readFile(target, 'utf8').catch(absent);
  const mark = text?.startsWith(MARK) === true ? MARK : '';
  return { path, target, text: text?.slice(mark.length), mark };
}

/** The first that exists, otherwise the first. */
export async function oneOf(paths: readonly string[]): Promise<string> {
  for (const path of paths) if ((await lstat(path).catch(absent)) !== undefined) return path;
  return paths[0] ?? '';
}

/**
 * Puts a text in place of a file, at once and with its permissions; makes its folders. What was there is kept beside it.
 * @returns the copy of what was there
 */
export async function writeSettings(file: SettingsFile, text: string, now: Date): Promise<string | undefined> {
  const { target, mark } = file;
  await mkdir(dirname(target), { recursive: true });
  const backup = file.text === undefined ? undefined : await backUp(target, now);
  const mode = (await stat(target).catch(absent))?.mode;
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx', 0o600); // It may hold secrets.
    try {
      await handle.writeFile(mark + text);
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

/** What became of an entry. */
type Change = 'added' | 'updated' | 'removed' | 'none';

export interface ChangedText {
  readonly text: string;
  readonly change: Change;
}

/** Of these, a client reads some, and the others would contradict them. */
const OF_TRANSPORTS = ['type', 'url', 'httpUrl', 'serverUrl', 'command', 'args'];

/**
 * Adds a server to settings, or makes it as wanted. Everything else stays as it is, also what a user has added to the
 * server, such as `env`.
 * @param path the keys that lead to the server
 * @throws {JsonFault}
 */
export function withServer(
  text: string,
  path: readonly string[],
  entry: Readonly<Record<string, unknown>>,
): ChangedText {
  const present = valueAt(text, path);
  if (typeof present !== 'object' || present === null || Array.isArray(present))
    return { text: withValue(text, path, entry), change: present === undefined ? 'added' : 'updated' };
  const value: Readonly<Record<string, unknown>> = { ...present };
  const wrong = Object.keys(entry).filter((key) => !isDeepStrictEqual(value[key], entry[key]));
  const surplus = OF_TRANSPORTS.filter((key) => key in value && !(key in entry));
  let changed = text;
  for (const key of wrong) changed = withValue(changed, [...path, key], entry[key]);
  for (const key of surplus) changed = withoutValue(changed, [...path, key]);
  return { text: changed, change: wrong.length + surplus.length === 0 ? 'none' : 'updated' };
}

/**
 * Takes a server out of settings.
 * @throws {JsonFault}
 */
export function withoutServer(text: string, path: readonly string[]): ChangedText {
  if (valueAt(text, path) === undefined) return { text, change: 'none' };
  return { text: withoutValue(text, path), change: 'removed' };
}
