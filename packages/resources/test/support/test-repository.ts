import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const AT = '2026-01-02T03:04:05+00:00';
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_AUTHOR_DATE: AT,
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_COMMITTER_DATE: AT,
};

/** A repository with the branch `main`, in a folder of its own, that a test fills by git itself. */
export class TestRepository {
  /** The folder around it. */
  readonly base: string;
  readonly path: string;

  private constructor(base: string) {
    this.base = base;
    this.path = join(base, 'repository');
  }

  static async create(): Promise<TestRepository> {
    const repository = new TestRepository(await realpath(await mkdtemp(join(tmpdir(), 'cuecard-git-'))));
    await mkdir(repository.path);
    repository.git('init', '-q', '-b', 'main');
    return repository;
  }

  /** What git says. */
  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.path, env: ENVIRONMENT, encoding: 'utf8', stdio: 'pipe' });
  }

  async write(path: string, contents: string | Buffer): Promise<void> {
    const file = join(this.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }

  /** Commits all that was written; returns the commit's id. */
  commit(message: string): string {
    this.git('add', '--all', '--force');
    this.git('commit', '-q', '--no-verify', '-m', message);
    return this.git('rev-parse', 'HEAD').trim();
  }

  async remove(): Promise<void> {
    await rm(this.base, { recursive: true });
  }
}
