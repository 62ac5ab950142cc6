import type { Line } from '@cuecard/testing/contract';
import { git } from './git.js';

interface LinkOptions {
  /** The current folder, which paths are relative to. */
  readonly folder: string;
  /** The address of the repository, in place of that which CI names. */
  readonly repositoryUrl?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Makes links to lines, if it is known where the repository is shown. */
export async function lineLinks({
  folder,
  repositoryUrl,
  env,
}: LinkOptions): Promise<((line: Line) => string) | undefined> {
  const url = repositoryUrl ?? repositoryOfCi(env);
  if (url === undefined) return undefined;
  const commit = env['GITHUB_SHA'] ?? (await printed(folder, 'rev-parse', 'HEAD')) ?? 'HEAD';
  const prefix = (await printed(folder, 'rev-parse', '--show-prefix')) ?? '';
  const base = new URL(`${url.replace(/\/+$/, '')}/blob/${commit}/${prefix}`);
  return ({ path, line }) => {
    const { href } = new URL(path.split('/').map(encodeURIComponent).join('/'), base);
    return `${href}#L${line}`;
  };
}

function repositoryOfCi({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }: LinkOptions['env']) {
  return server && repository ? `${server}/${repository}` : undefined;
}

async function printed(folder: string, ...args: readonly string[]): Promise<string | undefined> {
  return (await git(folder, ...args))?.trim();
}
