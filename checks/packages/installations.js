import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readManifest, run } from '../lib.js';
import { writeProject } from '../projects.js';

// Has pnpm and Yarn install the tarballs; npm does in consumer.js.

const YARN = fileURLToPath(new URL('../node_modules/@yarnpkg/cli-dist/bin/yarn.js', import.meta.url));
const LIMIT_MS = 120_000;

/**
 * How each is told that what the tarballs need of each other is in the tarballs.
 * @type {Readonly<Record<string, { command: readonly [string, ...string[]], overridden(tarballs: object): object }>>}
 */
const MANAGERS = {
  pnpm: {
    command: ['pnpm', 'install', '--no-frozen-lockfile', '--ignore-workspace'],
    overridden: (tarballs) => ({ pnpm: { overrides: tarballs } }),
  },
  Yarn: {
    command: [process.execPath, YARN, 'install', '--no-immutable'],
    overridden: (tarballs) => ({ resolutions: tarballs }),
  },
};

export const PACKAGE_MANAGERS = Object.keys(MANAGERS);

/**
 * Installs the tarballs in a project outside the workspace, and runs it.
 * @param {string} manager
 * @param {string} folder an empty one, outside the workspace
 * @param {readonly { name: string, tarball: string }[]} packages
 * @returns {Promise<string[]>} what is wrong
 */
export async function installationFaults(manager, folder, packages) {
  const { command, overridden } = /** @type {(typeof MANAGERS)[string]} */ (MANAGERS[manager]);
  await writeProject('toolchains/nodenext', folder);
  const tarballs = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const manifest = await readManifest(folder);
  const dependencies = { ...Object(manifest['dependencies']), ...tarballs };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies, ...overridden(tarballs) }));
  await writeFile(join(folder, '.yarnrc.yml'), 'nodeLinker: node-modules\nenableTelemetry: false\n');
  await writeFile(join(folder, 'yarn.lock'), ''); // That Yarn knows where the project begins.

  const [program, ...args] = command;
  const installed = await run(program, args, { cwd: folder, limitMs: LIMIT_MS });
  if (installed.code !== 0) return [`it cannot install the tarballs:\n${installed.output}`];
  const { test } = /** @type {{ test: string }} */ (manifest['scripts']);
  const ran = await run('sh', ['-c', `PATH=node_modules/.bin:$PATH; ${test}`], { cwd: folder, limitMs: LIMIT_MS });
  return ran.code === 0 ? [] : [`the project fails:\n${ran.output}`];
}
