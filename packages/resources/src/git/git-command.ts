import { dirname } from 'node:path';
import { RequestError } from '@cuecard/core';
import limited from 'p-limit';
import type { GitPluginError, SimpleGit, SimpleGitOptions } from 'simple-git';
import { GIT_CONFIGURATION, gitEnvironment, gitVariables } from './git-environment.js';
import { GitRefusal } from './git-refusal.js';

/** What git said, up to a limit. */
export interface GitOutput {
  readonly bytes: Buffer;
  /** Whether there was more. */
  readonly isCut: boolean;
}

export interface GitRun {
  readonly maxBytes: number;
  /** Ends git when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** What git reads from stdin. */
  readonly input?: string;
}

/** How many gits run at the same time in one folder: each is a process, and one request may ask for a hundred. */
const MAX_RUNNING = 8;

/** Runs git in one folder, where no configuration can make it start another program. */
export class GitCommand {
  readonly #folder: string;
  readonly #timeoutMs: number;
  readonly #inTurn = limited(MAX_RUNNING);

  constructor(folder: string, timeoutMs: number) {
    this.#folder = folder;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Runs one command, when fewer than eight are running, and ends it as soon as it has said more than `maxBytes`.
   * @throws {GitRefusal} when git fails
   * @throws {RequestError} when git takes too long
   */
  run(args: readonly string[], run: GitRun): Promise<GitOutput> {
    return this.#inTurn(() => this.#run(args, run));
  }

  /** Whether there is a git to run on this machine. */
  async isInstalled(): Promise<boolean> {
    return (await (await this.#git({})).version()).installed;
  }

  async #run(args: readonly string[], { maxBytes, signal, input }: GitRun): Promise<GitOutput> {
    signal?.throwIfAborted(); // While it waited for its turn.
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
    // By default each word from git would start the time anew.
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

const FIXED: Partial<SimpleGitOptions> = {
  config: GIT_CONFIGURATION,
  allowEnvironment: gitVariables(),
  // simple-git takes no setting of these without being told: not even those that make them harmless.
  unsafe: {
    allowUnsafeConfigPaths: true,
    allowUnsafeFsMonitor: true,
    allowUnsafeHooksPath: true,
    allowUnsafePager: true,
  },
  // By default output that arrives later than 50 ms after git's exit would be lost.
  completion: { onClose: true, onExit: false },
  // By default a git that fails without a word, or that is killed, has succeeded.
  errors: (error, { exitCode }) => error ?? (exitCode === 0 ? undefined : new Error(`git ended with ${exitCode}`)),
};

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
