import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import type { Roots } from './roots.js';

// Flags that open a file without waiting for the other end of a pipe, and without making a terminal the controlling
// terminal.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** An open regular file below the roots. */
export class OpenFile {
  /** The file's real path. */
  readonly path: string;
  /** The size in bytes at the time of opening. */
  readonly size: number;
  /**
   * Distinguishes the file from every other file that was ever at its path, even if the system reuses inode numbers.
   */
  readonly id: string;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle, { size, ino, birthtimeMs }: Stats) {
    this.path = path;
    this.size = size;
    this.id = `${ino} ${birthtimeMs}`;
    this.#handle = handle;
  }

  /**
   * Opens a file, and then checks the open file itself, because a different file may have replaced the one at the path.
   * @param acceptedPath a real path that the roots have already accepted
   * @throws {Error} with the reason, if reading the file is not allowed
   */
  static async open(path: string, roots: Roots, acceptedPath = ''): Promise<OpenFile> {
    const target = await realpath(path);
    if (target !== acceptedPath) await roots.check(target);
    // Checks before opening, because opening a device can have an effect.
    if (!(await stat(target)).isFile()) throw new Error(`${target} is not a regular file`);
    const handle = await open(target, OPEN_FLAGS);
    try {
      const openPath = await realPathOf(handle, target);
      if (openPath !== target) await roots.check(openPath);
      const stats = await handle.stat();
      if (!stats.isFile()) throw new Error(`${target} is no longer a regular file`);
      return new OpenFile(target, handle, stats);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Reads the file, or returns `undefined` if it is larger than `maxBytes`. */
  async read(maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined> {
    if (this.size > maxBytes) return undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    // Reads one byte above the limit, in case the file has grown or its reported size is wrong.
    const stream = this.#handle.createReadStream({ start: 0, end: maxBytes, autoClose: false });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      chunks.push(chunk);
      size += chunk.length;
    }
    return size > maxBytes ? undefined : Buffer.concat(chunks, size);
  }

  /** Reads the first `length` bytes of the file, or all bytes of a shorter file. */
  async head(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    let size = 0;
    while (size < length) {
      const { bytesRead } = await this.#handle.read(bytes, size, length - size, size);
      if (bytesRead === 0) break;
      size += bytesRead;
    }
    return bytes.subarray(0, size);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/**
 * Returns the real path of an open file. Linux reports it. On other systems, this checks that the file at the path is
 * still the open file. A local process could defeat that check by swapping folders at exactly the right moments.
 */
async function realPathOf(handle: FileHandle, path: string): Promise<string> {
  try {
    return await readlink(`/proc/self/fd/${handle.fd}`);
  } catch (cause) {
    const target = await realpath(path);
    const [current, opened] = await Promise.all([lstat(target, { bigint: true }), handle.stat({ bigint: true })]);
    if (current.dev === opened.dev && current.ino === opened.ino) return target;
    throw new Error(`${path} was replaced while it was being opened`, { cause });
  }
}
