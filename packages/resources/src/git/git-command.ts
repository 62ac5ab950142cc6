import { dirname } from 'node:path';
import { RequestError } from '@cuecard/core';
import limited from 'p-limit';
import type { GitPluginError, SimpleGit, SimpleGitOptions } from 'simple-git';

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

/** Runs git in one folder, such that no configuration can start another program. */
export class GitCommand {
  readonly #folder: string;
  readonly #timeoutMs: number;
  readonly #inTurn = limited(MAX_RUNNING);

  constructor(folder: string, timeoutMs: number) {
    this.#folder = folder;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Runs one command once fewer than eight are running, and ends it when its output exceeds `maxBytes`.
   * @throws {GitRefusal} if git fails
   * @throws {RequestError} if git takes too long
   */
  run(args: readonly string[], run: GitRun): Promise<GitOutput> {
    return this.#inTurn(() => this.#run(args, run));
  }

  /** Whether git is installed. */
  async isInstalled(): Promise<boolean> {
    return (await (await this.#git({})).version()).installed;
  }

  async #run(args: readonly string[], { maxBytes, signal, input }: GitRun): Promise<GitOutput> {
    signal?.throwIfAborted(); // Aborted while waiting for its turn.
    const full = new AbortController();
    const abort = signal === undefined ? full.signal : AbortSignal.any([signal, full.signal]);
    const output = new LimitedOutput(maxBytes, () => full.abort());
    try {
      const git = await this.#git({ abort, ...(input !== undefined && { input: () => input }) });
      git.outputHandler((_command, stdout) => stdout.on('data', (chunk: Buffer) => output.add(chunk)));
      await git.raw([...args]);
    } catch (error) {
      signal?.throwIfAborted();
      if (!output.isCut) throw this.#failure(error);
    }
    return output;
  }

  async #git(options: Partial<SimpleGitOptions>): Promise<SimpleGit> {
    const { simpleGit } = await import('simple-git');
    // By default each output would restart the timeout.
    const timeout = { block: this.#timeoutMs, stdOut: false, stdErr: false };
    const git = simpleGit({ ...FIXED, ...options, baseDir: this.#folder, timeout });
    return git.env(gitEnvironment(dirname(this.#folder)));
  }

  #failure(cause: unknown): Error {
    if ((cause as Partial<GitPluginError>).plugin !== 'timeout') return new GitRefusal('git refused it', { cause });
    const remedy = 'Ask for less, or raise timeoutMs of its reader';
    return new RequestError(`git took longer than ${this.#timeoutMs} ms. ${remedy}.`, { cause });
  }
}

class LimitedOutput implements GitOutput {
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;
  readonly #onFull: () => void;
  #size = 0;

  constructor(maxBytes: number, onFull: () => void) {
    this.#maxBytes = maxBytes;
    this.#onFull = onFull;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks, Math.min(this.#size, this.#maxBytes));
  }

  get isCut(): boolean {
    return this.#size > this.#maxBytes;
  }

  add(chunk: Buffer): void {
    if (!this.isCut) this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.isCut) this.#onFull();
  }
}

// The variables that git needs to be found and to start; any other could change its behaviour or reveal something.
const KEPT = /^(?:path|pathext|systemroot)$/i;

/** The environment of git: no user configuration, no network, no prompts, and no secrets of this process. */
function gitEnvironment(folderAbove: string): Record<string, string> {
  return { ...ownEnvironment(), ...SETTINGS, GIT_CEILING_DIRECTORIES: folderAbove };
}

/** simple-git passes on only those variables of git that it is given by name. */
function gitVariables(): string[] {
  return [...Object.keys(SETTINGS), 'GIT_CEILING_DIRECTORIES'];
}

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
const GIT_CONFIGURATION = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.pager=cat',
  'core.quotePath=false',
  'core.bigFileThreshold=16m', // git neither loads larger files into memory nor compares them line by line.
];

const FIXED: Partial<SimpleGitOptions> = {
  config: GIT_CONFIGURATION,
  allowEnvironment: gitVariables(),
  // simple-git refuses these settings unless they are explicitly allowed, even those that make them harmless.
  unsafe: {
    allowUnsafeConfigPaths: true,
    allowUnsafeFsMonitor: true,
    allowUnsafeHooksPath: true,
    allowUnsafePager: true,
  },
  // By default output that arrives later than 50 ms after git's exit would be lost.
  completion: { onClose: true, onExit: false },
  // By default git succeeds if it fails without output or is killed.
  errors: (error, { exitCode }) => error ?? (exitCode === 0 ? undefined : new Error(`git ended with ${exitCode}`)),
};

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      KEPT.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}

/** Why nothing can be read at a location. It is for the author, never for the client. */
export class GitRefusal extends Error {
  override readonly name = 'GitRefusal';
}
