import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { packageFolders } from '../build/packages.js';
import { complete } from '../build/release/completion.js';

// What the checks share.

/**
 * A check: `checks/NAME/check.js` exports it.
 * @typedef {object} Check
 * @property {string} title
 * @property {number} seconds how long it takes in CI: the slowest begin first
 * @property {readonly Need[]} [needs]
 * @property {boolean} [hasParts] whether `NAME:PART` may select some of it
 * @property {(rig: Rig) => Promise<readonly string[]>} faults
 */

/** @typedef {keyof typeof NEEDS} Need */

/** What a check may need besides the build, and the programs that give it, of which one must be there. */
export const NEEDS = /** @type {const} */ ({
  /** The tarballs of all packages. */
  packed: [],
  chromium: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'], // The first is the fastest.
});

/**
 * Returns the Chromium of the system, or the one that `CHROMIUM` names.
 * @throws {Error} if there is none
 */
export function chromiumPath() {
  const installed = NEEDS.chromium.map((name) => join('/usr/bin', name));
  const path = [process.env['CHROMIUM'] ?? '', ...installed].find((each) => existsSync(each));
  if (path !== undefined) return path;
  throw new Error('Chromium is not installed. Install it (apt-get install chromium), or name it in CHROMIUM.');
}

/** The repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What a check is given. */
export class Rig {
  /** @type {readonly Packed[]} */
  packages;
  /** Whether it tries every member of its matrix, instead of the oldest and the newest. */
  isWhole;
  /** Whether it writes what is committed anew, instead of comparing with it. */
  isUpdate;
  /** What the run asks for of the check; empty for all. */
  part;
  /** Whether anything of the check has this part in its title. */
  hasPart = false;
  #folder;

  /** @param {{ isWhole: boolean, isUpdate: boolean, part: string, folder: string, packages: readonly Packed[] }} options */
  constructor({ isWhole, isUpdate, part, folder, packages }) {
    this.isWhole = isWhole;
    this.isUpdate = isUpdate;
    this.packages = packages;
    this.part = part;
    this.#folder = folder;
  }

  /**
   * Creates an empty folder outside the repository.
   * @param {string} name
   */
  async scratch(name) {
    const folder = join(this.#folder, name);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /**
   * The members of a matrix that this run tries: those whose titles contain the part that was asked for. Without one, the
   * oldest and the newest, which come first and last, or all of them.
   * @template {{ readonly title: string }} Member
   * @param {readonly Member[]} matrix
   * @returns {readonly Member[]}
   */
  members(matrix) {
    if (this.part !== '') return this.parts(matrix);
    return this.isWhole ? matrix : matrix.filter((_, index) => index === 0 || index === matrix.length - 1);
  }

  /**
   * The parts of a check that this run tries: those whose titles contain the part that was asked for.
   * @template {{ readonly title: string }} Part
   * @param {readonly Part[]} parts
   */
  parts(parts) {
    const found = parts.filter(({ title }) => title.includes(this.part));
    this.hasPart ||= found.length > 0;
    return found;
  }

  /**
   * Tries a part of a check and prints how it went. Returns its faults.
   * @param {string} title
   * @param {() => readonly string[] | Promise<readonly string[]>} work
   */
  async try(title, work) {
    const started = performance.now();
    const faults = await this.faultsOf(work);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${title} (${seconds} s)`);
    return faults.map((fault) => `${title}: ${fault}`);
  }

  /**
   * The faults that the work returns, or the error that it throws.
   * @param {() => readonly string[] | Promise<readonly string[]>} work
   * @returns {Promise<readonly string[]>}
   */
  async faultsOf(work) {
    try {
      return await work();
    } catch (error) {
      return [error instanceof Error ? String(error.stack) : String(error)];
    }
  }
}

/** Creates a folder outside the repository, and the function that removes it. */
export async function temporaryFolder() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-checks-')));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Runs a command to its end and collects what it writes.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { limitMs?: number }} [options] after `limitMs` the command and all
 *   that it has started are killed
 * @returns {Promise<{ code: number | null, output: string }>}
 */
export function run(command, args, { limitMs, ...options } = {}) {
  return new Promise((resolve, reject) => {
    let output = '';
    const { child, kill } = start(command, args, options, (text) => (output += text));
    const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
    child.once('error', reject).once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output: output.trim() });
    });

    function end() {
      output += `\nIt has not ended within ${limitMs} ms.`;
      kill();
    }
  });
}

/**
 * Starts a command. It ends with this process, and so does all that it has started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(text: string) => void} written
 */
function start(command, args, options, written) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', written);
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL'); // Also if only the first of the group has ended.
    } catch {
      // All have ended.
    }
  };
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return { child, kill };
}

/** A server in a process of its own, with all that it has started. */
export class ServerProcess {
  /** What it has written. */
  output = '';
  #child;

  /**
   * @param {string} command
   * @param {readonly string[]} args
   * @param {import('node:child_process').SpawnOptions} [options]
   */
  constructor(command, args, options = {}) {
    const { child, kill } = start(command, args, options, (text) => (this.output += text));
    this.#child = child;
    /** Ends it and all that it has started, at once. */
    this.kill = kill;
    /** @type {Promise<number | string>} its exit code, the signal that ended it, or the code of why it did not start */
    this.ended = once(child, 'exit').then(
      ([code, signal]) => code ?? signal,
      (error) => {
        this.output += String(error);
        return error.code;
      },
    );
  }

  /**
   * Waits until it has written what a pattern matches.
   * @param {RegExp} pattern
   * @param {number} [limitMs]
   * @returns {Promise<string>}
   * @throws {Error} if it ends or takes longer
   */
  async printed(pattern, limitMs = 15_000) {
    for (const end = Date.now() + limitMs; Date.now() < end && this.isRunning; await sleep(20)) {
      const [found] = pattern.exec(this.output) ?? [];
      if (found !== undefined) return found;
    }
    throw new Error(`It does not serve:\n${this.output}`);
  }

  /**
   * Writes to its input, if that is a pipe.
   * @param {string} text
   */
  write(text) {
    this.#child.stdin?.write(text);
  }

  get isRunning() {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Ends it as Ctrl-C, Docker and Kubernetes do, and returns its exit code or the signal that it needed. */
  async stop(limitMs = 10_000) {
    this.#child.kill('SIGTERM');
    const timer = setTimeout(this.kill, limitMs);
    const ended = await this.ended;
    clearTimeout(timer);
    return ended;
  }
}

/**
 * @template T
 * @param {number} ms
 * @param {string} what
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 * @throws {Error} when it takes longer
 */
export function within(ms, what, work) {
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error(`It takes longer than ${ms} ms to ${what}`);
  });
  return Promise.race([work, late]);
}

/**
 * Does a piece of work for each item, for as many at once as there are cores.
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>} in the order in which they ended
 */
export async function sideBySide(items, work) {
  const left = [...items];
  /** @type {Result[]} */
  const results = [];
  const workers = Array.from({ length: availableParallelism() }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results.push(await work(next));
  });
  await Promise.all(workers);
  return results;
}

/** @typedef {{ name: string, private?: boolean, dependencies?: Readonly<Record<string, string>>, [field: string]: unknown }} Manifest */

/**
 * @param {string} folder
 * @returns {Promise<Manifest>}
 */
export async function readManifest(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

/** A package, where it is made, its tarball, and what is in the tarball. */
/** @typedef {{ name: string, folder: string, tarball: string, unpacked: string }} Packed */

/**
 * Packs every package that is published, as it is published, and unpacks each tarball again.
 * @param {string} work an empty folder
 * @returns {Promise<Packed[]>}
 */
export async function packAll(work) {
  const published = [];
  for (const folder of await packageFolders())
    if ((await readManifest(folder)).private !== true) published.push(folder);
  return sideBySide(published, async (folder) => {
    const packed = await pack(folder, join(work, basename(folder)));
    await complete(folder, packed.unpacked);
    const { code, output } = await run('tar', ['-czf', packed.tarball, 'package'], {
      cwd: join(packed.unpacked, '..'),
    });
    if (code !== 0) throw new Error(`${packed.tarball} cannot be packed again\n${output}`);
    return packed;
  });
}

/**
 * Packs a package, and unpacks the tarball again.
 * @param {string} folder
 * @param {string} destination
 * @returns {Promise<Packed>}
 */
export async function pack(folder, destination) {
  await mkdir(destination, { recursive: true });
  const packed = await run('pnpm', ['pack', '--pack-destination', destination], { cwd: folder });
  const tarball = (await readdir(destination)).find((file) => file.endsWith('.tgz'));
  if (packed.code !== 0 || tarball === undefined) throw new Error(`pnpm pack failed in ${folder}\n${packed.output}`);
  const unpacked = await run('tar', ['-xzf', tarball], { cwd: destination });
  if (unpacked.code !== 0) throw new Error(`${tarball} cannot be unpacked\n${unpacked.output}`);
  const { name } = await readManifest(folder);
  return { name, folder, tarball: join(destination, tarball), unpacked: join(destination, 'package') };
}
