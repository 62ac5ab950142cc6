import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import type { Roots } from './roots.js';

// Neither waits for the other end of a pipe, nor acquires a controlling terminal.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** An open regular file below the roots. */
export class OpenFile {
  /** The file's real path. */
  readonly path: string;
  /** In bytes, when it was opened. */
  readonly size: number;
  /** Identifies the file among all past and future ones at its path, even if the system reuses inode numbers. */
  readonly id: string;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle, { size, ino, birthtimeMs }: Stats) {
    this.path = path;
    this.size = size;
    this.id = `${ino} ${birthtimeMs}`;
    this.#handle = handle;
  }

  /**
   * Opens a file and verifies that the open file may be read, wherever its path leads by now.
   * @param checked a real path that the roots have accepted already
   * @throws {Error} with the reason, if it may not be read
   */
  static async open(path: string, roots: Roots, checked = ''): Promise<OpenFile> {
    const real = await realpath(path);
    if (real !== checked) await roots.check(real);
    // Opening a device can already have an effect.
    if (!(await stat(real)).isFile()) throw new Error(`${real} is not a regular file`);
    const handle = await open(real, FLAGS);
    try {
      const held = await realPathOf(handle, real);
      if (held !== real) await roots.check(held);
      const stats = await handle.stat();
      if (!stats.isFile()) throw new Error(`${real} is no longer a regular file`);
      return new OpenFile(real, handle, stats);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The bytes of the file; nothing if there are more than `maxBytes`, without reading them. */
  async read(maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined> {
    if (this.size > maxBytes) return undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    // One byte above the limit shows that the file has grown, or reported a wrong size.
    const stream = this.#handle.createReadStream({ start: 0, end: maxBytes, autoClose: false });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      chunks.push(chunk);
      size += chunk.length;
    }
    return size > maxBytes ? undefined : Buffer.concat(chunks, size);
  }

  /** The first `length` bytes of the file, or all if it is shorter. */
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
 * The path of an open file. Linux reports it. Elsewhere the file at that path must still be the same, which a local
 * process could defeat by swapping folders at exactly the right moments.
 */
async function realPathOf(handle: FileHandle, path: string): Promise<string> {
  try {
    return await readlink(`/proc/self/fd/${handle.fd}`);
  } catch (cause) {
    const real = await realpath(path);
    const [there, opened] = await Promise.all([lstat(real, { bigint: true }), handle.stat({ bigint: true })]);
    if (there.dev === opened.dev && there.ino === opened.ino) return real;
    throw new Error(`${path} was replaced while it was opened`, { cause });
  }
}
