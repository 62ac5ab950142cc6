import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { oneOfWords } from '../outcome/usage.js';

const NAMES = ['npm', 'pnpm', 'yarn'] as const;

export type PackageManager = (typeof NAMES)[number];

const LOCKFILES: Readonly<Record<string, PackageManager>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'package-lock.json': 'npm',
};

/**
 * The one that is named, that has locked the dependencies of a folder or of one above it, or that has started this
 * process; otherwise npm.
 */
export function packageManagerOf(
  folder: string,
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): PackageManager {
  if (named !== undefined) return oneOfWords('The package manager', named, NAMES);
  const started = /^(npm|pnpm|yarn)\//.exec(env['npm_config_user_agent'] ?? '')?.[1];
  return lockedBy(folder) ?? NAMES.find((name) => name === started) ?? 'npm';
}

/** A text that speaks of npm, for another package manager. */
export function spokenBy(manager: PackageManager, text: string): string {
  if (manager === 'npm') return text;
  return text
    .replaceAll('npm install -D', `${manager} add -D`)
    .replaceAll(/\bnpm (?=install|start|test)/g, `${manager} `);
}

function lockedBy(folder: string): PackageManager | undefined {
  const [, found] = Object.entries(LOCKFILES).find(([file]) => existsSync(join(folder, file))) ?? [];
  return found ?? (dirname(folder) === folder ? undefined : lockedBy(dirname(folder)));
}
