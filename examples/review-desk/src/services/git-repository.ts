import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { RequestError } from '@cuecard/core';
import { simpleGit } from 'simple-git';
import { injectable } from 'tsyringe';
import { isRevision } from '../rules/revision.js';
import { type GitOutput, runGit } from './git-command.js';
import { ServedFolder } from './served-folder.js';

/** Two points of the history, as people name them: branches, tags, commit ids. */
export interface RevisionRange {
  readonly from: string;
  readonly to: string;
}

/** JSON-RPC's code for parameters that cannot be met. */
const INVALID_PARAMS = -32602;

// Commands made for programs do not care how people have configured theirs; and nothing configured is executed.
const DIFF = ['--patch-with-stat', '--stat=100', '-M', '--abbrev=10', '--no-color', '--no-ext-diff', '--no-textconv'];
const LOG = ['--no-merges', '--abbrev=10', '--no-color', '--no-show-signature', '--no-notes', '--encoding=UTF-8'];
const REFS = [
  'for-each-ref',
  '--count=1000',
  '--sort=-creatordate',
  '--format=%(refname:short)',
  ...['heads', 'tags', 'remotes'].map((kind) => `refs/${kind}`),
];

/** The git repository of the served folder. Its errors say what the person at the client can do. */
@injectable()
export class GitRepository {
  readonly #folder: string;

  constructor({ path }: ServedFolder) {
    this.#folder = path;
  }

  /** The change that the next commit would make. */
  async stagedChange(signal: AbortSignal): Promise<GitOutput> {
    await this.#open(signal);
    const base = (await this.#commitId('HEAD', signal)) ?? (await this.#emptyTree(signal));
    const change = await this.#run(['diff-index', '--cached', ...DIFF, base], signal);
    if (change.text === '') throw new RequestError('Nothing is staged. Stage a change with `git add`, then ask again.');
    return change;
  }

  /** What `to` has changed since it and `from` parted, as a pull request shows it; with the ids of both ends. */
  async changes(range: RevisionRange, signal: AbortSignal): Promise<RevisionRange & { readonly diff: GitOutput }> {
    const { from, to } = await this.#resolve(range, signal);
    const parted = (await this.#run(['merge-base', from, to], signal)).text.trim() || from;
    const diff = await this.#run(['diff-tree', '-r', ...DIFF, parted, to], signal);
    if (diff.text === '') throw nothingBetween('changes');
    return { from: parted, to, diff };
  }

  /** The commits that `to` has and `from` has not, newest first, with ids, authors and whole messages. */
  async commits(range: RevisionRange, signal: AbortSignal): Promise<GitOutput> {
    const { from, to } = await this.#resolve(range, signal);
    const format = '--format=%x00%h %s (%an)%n%b';
    const { text, isCut } = await this.#run(['log', ...LOG, format, `${from}..${to}`], signal);
    const commits = text.split('\0').flatMap((commit) => commit.trim() || []);
    if (commits.length === 0) throw nothingBetween('commits');
    // Indented, so that no line of a message passes for the next commit.
    return { text: commits.map((commit) => commit.replace(/\n(?=.)/g, '\n    ')).join('\n\n'), isCut };
  }

  /** The subjects of the latest commits, newest first; none before the first commit. */
  async latestSubjects(signal: AbortSignal): Promise<string> {
    await this.#open(signal);
    const head = await this.#commitId('HEAD', signal);
    if (head === undefined) return '';
    const { text } = await this.#run(['log', ...LOG, '--max-count=10', '--format=%s', head], signal);
    return text.trim();
  }

  /** The branches and tags, those that have changed last first; none where there is no repository. */
  async revisions(signal: AbortSignal): Promise<string[]> {
    if ((await this.#top(signal)) !== this.#folder) return [];
    const { text } = await this.#run(REFS, signal);
    return text.split('\n').filter(isRevision);
  }

  async #resolve(range: RevisionRange, signal: AbortSignal): Promise<RevisionRange> {
    await this.#open(signal);
    const [from, to] = await Promise.all([this.#commitId(range.from, signal), this.#commitId(range.to, signal)]);
    if (from === undefined) throw unknownRevision('from');
    if (to === undefined) throw unknownRevision('to');
    return { from, to };
  }

  /** The id of the commit that a revision means: git reads it as nothing else, and the id cannot be anything else. */
  async #commitId(revision: string, signal: AbortSignal): Promise<string | undefined> {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
    try {
      const { text } = await this.#run(args, signal);
      return /^[0-9a-f]{40,64}$/.test(text.trim()) ? text.trim() : undefined;
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  async #emptyTree(signal: AbortSignal): Promise<string> {
    return (await this.#run(['hash-object', '-t', 'tree', '/dev/null'], signal)).text.trim();
  }

  /** Makes sure that git works here and on no other repository: it would climb to one that the folder lies in. */
  async #open(signal: AbortSignal): Promise<void> {
    const top = await this.#top(signal);
    if (top === this.#folder) return;
    if (!(await simpleGit(this.#folder).version()).installed) throw new RequestError(NO_GIT);
    throw new RequestError(existsSync(join(this.#folder, '.git')) ? NO_ACCESS : NO_REPOSITORY);
  }

  async #top(signal: AbortSignal): Promise<string | undefined> {
    try {
      const { text } = await this.#run(['rev-parse', '--show-toplevel'], signal);
      return await realpath(text.replace(/\n$/, ''));
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  #run(args: readonly string[], signal: AbortSignal): Promise<GitOutput> {
    return runGit(args, { folder: this.#folder, signal });
  }
}

const NO_GIT =
  'git is not installed on the machine that this desk runs on. Install it, see that it is on the PATH, and start the desk again.';
const NO_REPOSITORY =
  'The folder of this desk is not a git repository. Run `git init` in it, or start the desk with `--repository` and the top folder of one.';
const NO_ACCESS =
  'git does not accept the repository of this desk. Run `git status` in its folder: git says why, and how to mend it.';

function unknownRevision(argument: keyof RevisionRange): RequestError {
  const message = `${argument} is not a revision of this repository. Name a branch, a tag or a commit id that \`git log\` knows.`;
  return new RequestError(message, { code: INVALID_PARAMS, data: { argument } });
}

function nothingBetween(what: string): RequestError {
  const message = `There are no ${what} from the one revision to the other. Name the older one in \`from\`, the newer one in \`to\`.`;
  return new RequestError(message, { code: INVALID_PARAMS });
}
