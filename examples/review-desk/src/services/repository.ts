import { type CallOptions, NotFoundError, RequestError, ResourceReader } from '@cuecard/core';
import { injectable } from 'tsyringe';

const UNKNOWN_REVISION = 'There is no such revision. Name a branch, a tag or a commit id that `git log` knows.';
const NOTHING_STAGED = 'Nothing is staged. Stage a change with `git add`, then ask again.';
const NOTHING_BETWEEN = 'Nothing is between these revisions. Name the older one in `from`, the newer one in `to`.';

/** The git repository of the served folder, as its resources show it. Its errors say what the user can do. */
@injectable()
export class Repository {
  constructor(private readonly resources: ResourceReader) {}

  /** The diff of the next commit. */
  stagedChange(call: CallOptions): Promise<string> {
    return this.#read('git:/diff/staged', call, NOTHING_STAGED);
  }

  /** The diff between two revisions, and its URI. */
  async changes(from: string, to: string, call: CallOptions): Promise<{ readonly uri: string; readonly diff: string }> {
    const uri = `git:/diff/${encodeURIComponent(from)}..${encodeURIComponent(to)}`;
    return { uri, diff: await this.#read(uri, call, NOTHING_BETWEEN) };
  }

  /** The newest commits that lead to `to` and not to `from`. */
  async commits(from: string, to: string, call: CallOptions): Promise<string> {
    const [old, all] = await Promise.all([this.#log(from, call), this.#log(to, call)]);
    const commits = all.filter((commit) => !old.includes(commit));
    if (commits.length === 0) throw new RequestError(NOTHING_BETWEEN, { code: -32602 });
    return commits.join('');
  }

  /** The branches and tags. */
  async revisions(call: CallOptions): Promise<string[]> {
    const uris = await this.resources.complete('git:/log/', call);
    return uris.map((uri) => decodeURIComponent(uri.slice('git:/log/'.length)));
  }

  async #log(revision: string, call: CallOptions): Promise<string[]> {
    const log = await this.#read(`git:/log/${encodeURIComponent(revision)}`, call, NOTHING_BETWEEN);
    return log.split(/^(?=commit )/m);
  }

  async #read(uri: string, call: CallOptions, ifEmpty: string): Promise<string> {
    const contents = await this.resources.read(uri, call).catch((cause: unknown) => {
      throw cause instanceof NotFoundError ? new RequestError(UNKNOWN_REVISION, { code: -32602, cause }) : cause;
    });
    if (!('text' in contents) || contents.text === '') throw new RequestError(ifEmpty, { code: -32602 });
    return contents.text;
  }
}
