import { type ExecFileException, type ExecFileOptions, execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { RequestError } from '@cuecard/core';

/** The output of git, up to a limit. */
export interface GitOutput {
  readonly bytes: Buffer;
  /** Whether git had more output than the limit. */
  readonly isTruncated: boolean;
}

interface GitRunOptions {
  readonly maxBytes: number;
  /** Kills git when the signal aborts. */
  readonly signal?: AbortSignal | undefined;
  /** The data that git reads from stdin. */
  readonly input?: string;
}

/** The maximum number of concurrent git processes in one folder: a single request may need a hundred processes. */
const MAX_PROCESSES = 8;

/** Runs git in one folder, without a shell. No configuration can make git start another program. */
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
   * Runs a command as soon as fewer than eight commands are running, and kills it when its output exceeds `maxBytes`.
   * @throws {GitRefusal} if git fails
   * @throws {RequestError} if git takes too long
   */
  async run(args: readonly string[], options: GitRunOptions): Promise<GitOutput> {
    await this.#acquireSlot();
    try {
      options.signal?.throwIfAborted(); // The caller may have aborted while it waited for its turn.
      return await this.#run(args, options);
    } finally {
      this.#releaseSlot();
    }
  }

  /** Whether git is installed. */
  async isInstalled(): Promise<boolean> {
    const { error } = await execGit(['--version'], this.#createOptions());
    return error?.code !== 'ENOENT';
  }

  async #run(args: readonly string[], { maxBytes, signal, input }: GitRunOptions): Promise<GitOutput> {
    const { error, bytes } = await execGit([...OVERRIDES, ...args], this.#createOptions(maxBytes), { input, signal });
    signal?.throwIfAborted();
    const isTruncated = bytes.length > maxBytes;
    if (error !== null && !isTruncated) throw this.#toError(error);
    return { bytes: bytes.subarray(0, maxBytes), isTruncated };
  }

  #createOptions(maxBytes = 0): ExecFileOptions {
    return {
      cwd: this.#folder,
      env: { ...inheritedEnvironment(), ...GIT_ENVIRONMENT, GIT_CEILING_DIRECTORIES: dirname(this.#folder) },
      maxBuffer: Math.max(maxBytes + 1, MIN_BUFFER),
      timeout: this.#timeoutMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
    };
  }

  /** Waits while the maximum number of processes are running. */
  async #acquireSlot(): Promise<void> {
    if (this.#running === MAX_PROCESSES) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
  }

  /** Starts the longest waiting command after a process has ended. */
  #releaseSlot(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }

  #toError(cause: ExecFileException): Error {
    if (cause.killed !== true) return new GitRefusal('git exited with an error', { cause });
    const remedy = 'Read a smaller resource, or raise timeoutMs of GitResources';
    return new RequestError(`git took longer than ${this.#timeoutMs} ms. ${remedy}.`, { cause });
  }
}

/** The minimum of `maxBuffer`, in bytes, because `maxBuffer` also limits git's warnings and errors. */
const MIN_BUFFER = 65_536;

interface GitExit {
  readonly error: ExecFileException | null;
  readonly bytes: Buffer;
}

interface GitInput {
  readonly input?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Runs git, and resolves after its process has ended. */
function execGit(
  args: readonly string[],
  options: ExecFileOptions,
  { input = '', signal }: GitInput = {},
): Promise<GitExit> {
  return new Promise((resolve) => {
    const git = execFile('git', args, { ...options, encoding: 'buffer' } as const, (error, bytes) => {
      signal?.removeEventListener('abort', kill);
      resolve({ error, bytes });
    });
    // Does not use the `signal` option of `execFile`, which only asks git to end, and calls back while git is still
    // running.
    const kill = () => {
      git.stdout?.destroy();
      git.stderr?.destroy();
      git.kill('SIGKILL');
    };
    signal?.addEventListener('abort', kill);
    // Ignores errors of stdin: git may end before it has read its input, and its exit code shows why.
    git.stdin?.on('error', () => {});
    git.stdin?.end(input);
  });
}

// The environment variables that git needs to start. Other variables could change git's behaviour or expose secrets to
// it.
const KEPT_VARIABLES = /^(?:path|pathext|systemroot)$/i;

/** The environment variables that keep git from reading the user's configuration, using the network and prompting. */
const GIT_ENVIRONMENT = {
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null', // Git understands this name on Windows, too.
  GIT_ATTR_NOSYSTEM: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // Keeps git from fetching missing objects. The configuration of a partial clone may name a remote and a program for
  // this.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: ':', // An empty list allows no protocol. Older versions of git ignore the line above.
};

/** Overrides settings of the repository that could start programs or read files. */
const OVERRIDES = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.pager=cat',
  'core.quotePath=false',
  'core.bigFileThreshold=16m', // Git neither loads files above this size into memory nor compares them line by line.
].flatMap((setting) => ['-c', setting]);

function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      KEPT_VARIABLES.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}

/** Thrown if a location is not readable. Only the application's author may see the reason, never a client. */
export class GitRefusal extends Error {
  override readonly name = 'GitRefusal';
}
