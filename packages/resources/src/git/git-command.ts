import { type ExecFileException, type ExecFileOptions, execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { RequestError } from '@cuecard/core';

/** The output of git, up to a limit. */
export interface GitOutput {
  readonly bytes: Buffer;
  /** Whether it was cut off. */
  readonly isCut: boolean;
}

interface GitRun {
  readonly maxBytes: number;
  /** Ends git when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** The input of git. */
  readonly input?: string;
}

/** The maximum number of concurrent git processes in one folder: one request may need a hundred. */
const MAX_RUNNING = 8;

/** Runs git in one folder, without a shell, such that no configuration can start another program. */
export class GitCommand {
  readonly #folder: string;
  readonly #timeoutMs: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(folder: string, timeoutMs: number) {
    this.#folder = folder;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Runs one command once fewer than eight are running, and ends it when its output exceeds `maxBytes`.
   * @throws {GitRefusal} if git fails
   * @throws {RequestError} if git takes too long
   */
  async run(args: readonly string[], run: GitRun): Promise<GitOutput> {
    await this.#turn();
    try {
      run.signal?.throwIfAborted(); // Aborted while waiting for its turn.
      return await this.#run(args, run);
    } finally {
      this.#next();
    }
  }

  /** Whether git is installed. */
  async isInstalled(): Promise<boolean> {
    const { error } = await ended(['--version'], this.#options());
    return error?.code !== 'ENOENT';
  }

  async #run(args: readonly string[], { maxBytes, signal, input }: GitRun): Promise<GitOutput> {
    const { error, bytes } = await ended([...CONFIGURATION, ...args], this.#options(maxBytes), { input, signal });
    signal?.throwIfAborted();
    const isCut = bytes.length > maxBytes;
    if (error !== null && !isCut) throw this.#failure(error);
    return { bytes: bytes.subarray(0, maxBytes), isCut };
  }

  #options(maxBytes = 0): ExecFileOptions {
    return {
      cwd: this.#folder,
      env: { ...ownEnvironment(), ...SETTINGS, GIT_CEILING_DIRECTORIES: dirname(this.#folder) },
      maxBuffer: Math.max(maxBytes + 1, MIN_BUFFER),
      timeout: this.#timeoutMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
    };
  }

  /** Waits until fewer than the maximum of processes are running. */
  async #turn(): Promise<void> {
    if (this.#running === MAX_RUNNING) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
  }

  /** Gives the place of a finished process to the one that has waited longest. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }

  #failure(cause: ExecFileException): Error {
    if (cause.killed !== true) return new GitRefusal('git refused it', { cause });
    const remedy = 'Ask for less, or raise timeoutMs of its reader';
    return new RequestError(`git took longer than ${this.#timeoutMs} ms. ${remedy}.`, { cause });
  }
}

/** The minimum limit of the output in bytes, which is also the limit of git's warnings and errors. */
const MIN_BUFFER = 65_536;

interface EndedProcess {
  readonly error: ExecFileException | null;
  readonly bytes: Buffer;
}

interface GitInput {
  readonly input?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Runs git, and resolves once its process has ended. */
function ended(
  args: readonly string[],
  options: ExecFileOptions,
  { input = '', signal }: GitInput = {},
): Promise<EndedProcess> {
  return new Promise((resolve) => {
    const git = execFile('git', args, { ...options, encoding: 'buffer' } as const, (error, bytes) => {
      signal?.removeEventListener('abort', kill);
      resolve({ error, bytes });
    });
    // The option `signal` would ask git to end, and call back while it is still running.
    const kill = () => {
      git.stdout?.destroy();
      git.stderr?.destroy();
      git.kill('SIGKILL');
    };
    signal?.addEventListener('abort', kill);
    git.stdin?.on('error', () => {}); // git may end before it has read its input; its exit code says why.
    git.stdin?.end(input);
  });
}

// The variables that git needs to be found and to start; any other could change its behaviour or reveal something.
const KEPT = /^(?:path|pathext|systemroot)$/i;

/** The environment of git: no user configuration, no network, no prompts, and no secrets of this process. */
const SETTINGS = {
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null', // git understands this name on Windows too.
  GIT_ATTR_NOSYSTEM: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // A repository without some objects may name a remote to fetch them from, and a program for that.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: ':', // An empty list of protocols. Older versions of git ignore the line above.
};

/** Programs that the configuration of a repository could start, and files that it could read. */
const CONFIGURATION = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.pager=cat',
  'core.quotePath=false',
  'core.bigFileThreshold=16m', // git neither loads larger files into memory nor compares them line by line.
].flatMap((setting) => ['-c', setting]);

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      KEPT.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}

/** The reason that nothing can be read at a location. It is for the author, never for the client. */
export class GitRefusal extends Error {
  override readonly name = 'GitRefusal';
}
