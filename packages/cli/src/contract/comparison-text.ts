import type { Change, Comparison, Level, Line } from '@cuecard/testing/contract';
import { styled } from '../terminal/terminal.js';
import { git } from './base-contract.js';

const COLORS = { error: 'red', major: 'red', minor: 'yellow', patch: 'green', warning: 'magenta' } as const;

/** A comparison for a terminal: the changes, then the verdict. */
export function comparisonText({ from, to, changes, needed, isCompatible }: Comparison): string {
  return [...changes.map(lineOf), ...(changes.length > 0 ? [''] : []), verdict()].join('\n');

  function verdict(): string {
    if (needed.level === 'none' && isCompatible) return `No change requires a version higher than ${from.version}.`;
    const asks = `${to.name} ${from.version} → ${to.version}: the changes are ${needed.level}`;
    return isCompatible
      ? `${asks}, and the version is high enough.`
      : `${asks}, so the version must be at least ${needed.version}.`;
  }
}

function lineOf({ level, rule, kind, name, argument, reason, where }: Change): string {
  const subject = kind === undefined ? '' : `${[`${kind} ${name}`, argument].filter(Boolean).join(', ')}: `;
  const place = where === undefined ? '' : `\n        ${styled('cyan', `${where.path}:${where.line}`)}`;
  return `${labelOf(level)} ${subject}${reason} ${styled('dim', `[${rule}]`)}${place}`;
}

function labelOf(level: Level): string {
  return styled(COLORS[level], level.padEnd(7));
}

interface LinkOptions {
  /** The current folder, which paths are relative to. */
  readonly folder: string;
  /** The address of the repository, instead of the repository that CI names. */
  readonly repositoryUrl?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Creates links to lines, if the address of the repository is known. */
export async function lineLinks({
  folder,
  repositoryUrl,
  env,
}: LinkOptions): Promise<((line: Line) => string) | undefined> {
  const url = repositoryUrl ?? repositoryOfCi(env);
  if (url === undefined) return undefined;
  const commit = env['GITHUB_SHA'] ?? (await gitOutput(folder, 'rev-parse', 'HEAD')) ?? 'HEAD';
  const prefix = (await gitOutput(folder, 'rev-parse', '--show-prefix')) ?? '';
  const base = new URL(`${url.replace(/\/+$/, '')}/blob/${commit}/${prefix}`);
  return ({ path, line }) => {
    const { href } = new URL(path.split('/').map(encodeURIComponent).join('/'), base);
    return `${href}#L${line}`;
  };
}

function repositoryOfCi({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }: LinkOptions['env']) {
  return server && repository ? `${server}/${repository}` : undefined;
}

async function gitOutput(folder: string, ...args: readonly string[]): Promise<string | undefined> {
  return (await git(folder, ...args))?.trim();
}
