import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../lib.js';

const YARN = fileURLToPath(new URL('../node_modules/@yarnpkg/cli-dist/bin/yarn.js', import.meta.url));
const LIMIT_MS = 300_000;

/**
 * How each installs, and how its manifest says that what the tarballs need of each other is in the tarballs.
 * @type {Readonly<Record<string, { command: readonly [string, ...string[]], overridden(tarballs: object): object }>>}
 */
const MANAGERS = {
  pnpm: {
    command: ['pnpm', 'install', '--no-frozen-lockfile', '--ignore-workspace', '--ignore-scripts', '--prefer-offline'],
    overridden: (tarballs) => ({ pnpm: { overrides: tarballs } }),
  },
  npm: {
    command: ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock'],
    overridden: () => ({}),
  },
  Yarn: {
    command: [process.execPath, YARN, 'install', '--no-immutable', '--mode=skip-build'],
    overridden: (tarballs) => ({ resolutions: tarballs }),
  },
};

/** The fastest comes first. */
export const PACKAGE_MANAGERS = Object.keys(MANAGERS);

/**
 * Installs tarballs and other packages in a project outside the workspace.
 * @param {string} manager
 * @param {string} folder an empty one
 * @param {readonly { name: string, tarball: string }[]} packages
 * @param {Readonly<Record<string, string>>} others the range of each
 * @returns {Promise<string | undefined>} what the manager printed if it failed
 */
export async function install(manager, folder, packages, others) {
  const { command, overridden } = /** @type {(typeof MANAGERS)[string]} */ (MANAGERS[manager]);
  const tarballs = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const manifest = { private: true, dependencies: { ...tarballs, ...others }, ...overridden(tarballs) };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, '.yarnrc.yml'), 'nodeLinker: node-modules\nenableTelemetry: false\n');
  await writeFile(join(folder, 'yarn.lock'), ''); // That Yarn knows where the project begins.
  const [program, ...args] = command;
  const { code, output } = await run(program, args, { cwd: folder, limitMs: LIMIT_MS });
  return code === 0 ? undefined : output;
}
