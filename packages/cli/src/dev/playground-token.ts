import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../files.js';

const FILE = join('node_modules', '.cache', 'cuecard', 'playground-token');

/** 256 bits as base64url. */
const TOKEN = /^[\w-]{43}$/;

/**
 * The token of a project's playground. It stays the same across restarts of `dev`, so that open pages reconnect.
 * Creates a new token if the file is missing or invalid, or if other users can read it. If the file cannot be written,
 * the token is valid until `dev` ends.
 */
export async function playgroundToken(root: string): Promise<string> {
  const file = join(root, FILE);
  return (await tokenIn(file)) ?? newToken(file);
}

async function tokenIn(file: string): Promise<string | undefined> {
  try {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const text = (await isOwn(handle)) ? await handle.readFile('utf8') : '';
      return TOKEN.test(text) ? text : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/** Whether it is a file of this user that no other user may read. Windows keeps the folders of a user from others. */
async function isOwn(handle: FileHandle): Promise<boolean> {
  const stats = await handle.stat();
  if (process.getuid === undefined) return stats.isFile();
  return stats.isFile() && stats.uid === process.getuid() && (stats.mode & 0o077) === 0;
}

async function newToken(file: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    .then(() => replaceFile(file, token, 0o600))
    .catch(() => undefined);
  return token;
}
