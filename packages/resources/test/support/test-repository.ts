import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const AT = '2026-01-02T03:04:05+00:00';
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_COUNT: '1',
  // Sets the user in the environment, because setting it per commit would start two more processes.
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_AUTHOR_DATE: AT,
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_COMMITTER_DATE: AT,
};

const SIGNATURE = 'Ada <ada@example.com> 1767323045 +0000';

/** A commit of `TestRepository.import`. */
export interface TestCommit {
  readonly message: string;
  /** The branch or other ref at the commit, such as `refs/heads/main`. */
  readonly ref: string;
  /** The files that the commit changes, by path. */
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** The messages of the parents. */
  readonly parents?: readonly string[];
}

/** A repository with the branch `main`, in its own temporary folder. Tests fill it with git. */
export class TestRepository {
  /** The parent folder of the repository. */
  readonly base: string;
  readonly path: string;

  private constructor(base: string) {
    this.base = base;
    this.path = join(base, 'repository');
  }

  static async create(): Promise<TestRepository> {
    const repository = await TestRepository.#inNewFolder();
    await mkdir(repository.path);
    repository.git('init', '-q', '-b', 'main');
    return repository;
  }

  static async #inNewFolder(): Promise<TestRepository> {
    return new TestRepository(await realpath(await mkdtemp(join(tmpdir(), 'cuecard-git-'))));
  }

  /** Copies the repository, so that a test can change the copy. */
  async copy(): Promise<TestRepository> {
    const copy = await TestRepository.#inNewFolder();
    await cp(this.path, copy.path, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    return copy;
  }

  /** Runs git and returns its output. */
  git(...args: string[]): string {
    return this.#run('git', args);
  }

  /**
   * Runs commands in a shell and returns their output. Starting git from this large process would cost ten times as
   * much.
   */
  script(commands: string, ...args: string[]): string {
    return this.#run('sh', ['-e', '-c', commands, 'sh', ...args]);
  }

  async write(path: string, contents: string | Buffer): Promise<void> {
    const file = join(this.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }

  /** Commits all files that were written. Returns the commit's id. */
  commit(message: string): string {
    const commands = 'git add --all --force; git commit -q --no-verify -m "$1"; git rev-parse HEAD';
    return this.script(commands, message).trim();
  }

  /**
   * Adds commits and refs in one process. The index and the folder do not get their files.
   * @param refs the messages of more commits, by the refs that point to them
   * @returns the ids of the commits, by their messages
   */
  import(commits: readonly TestCommit[], refs: Readonly<Record<string, string>> = {}): Record<string, string> {
    const marks = new Map(commits.map(({ message }, index) => [message, `:${index + 1}`]));
    const resets = Object.entries(refs).map(([ref, message]) => `reset ${ref}\nfrom ${marks.get(message)}\n\n`);
    const prints = [...marks.values()].map((mark) => `get-mark ${mark}\n`);
    const end = Buffer.from([...resets, ...prints].join(''));
    const input = Buffer.concat([...commits.flatMap((commit) => commitCommands(commit, marks)), end]);
    const ids = this.#run('git', ['fast-import', '--quiet'], input).split('\n');
    return Object.fromEntries(commits.map(({ message }, index) => [message, ids[index] ?? '']));
  }

  async remove(): Promise<void> {
    await rm(this.base, { recursive: true });
  }

  #run(command: string, args: readonly string[], input?: Buffer): string {
    const options = { cwd: this.path, env: ENVIRONMENT, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync(command, args, { ...options, ...(input !== undefined && { input }) });
  }
}

/** Formats a commit for `git fast-import`. */
function commitCommands(commit: TestCommit, marks: ReadonlyMap<string, string>): Buffer[] {
  const { message, ref, files, parents = [] } = commit;
  const head = [`commit ${ref}`, `mark ${marks.get(message)}`, `author ${SIGNATURE}`, `committer ${SIGNATURE}`];
  const from = parents.map((parent, index) => `${index === 0 ? 'from' : 'merge'} ${marks.get(parent)}\n`);
  return [
    Buffer.from(`${head.join('\n')}\n`),
    data(message),
    Buffer.from(from.join('')),
    ...Object.entries(files).flatMap(([path, contents]) => [
      Buffer.from(`M 100644 inline ${JSON.stringify(path)}\n`),
      data(contents),
    ]),
  ];
}

/** Formats contents for `git fast-import`. */
function data(contents: string | Buffer): Buffer {
  const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
}
