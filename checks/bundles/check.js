import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hear } from './interview.js';
import { ROOT, run } from '../lib.js';
import { WAYS } from './ways.js';

// Bundles a server in every way, and asks each bundle over stdio what the server itself is asked: in a folder without
// packages, so that a bundle has nothing but what is in it. A bundle of a program that mixes `require` and `import` must
// contain one build of core.

export const title = 'Bundles';
export const seconds = 30;
export const hasParts = true;

const NAMED = join(ROOT, 'examples/docs/dist/bundling/stdio.js');
const UNNAMED = join(ROOT, 'examples/docs/dist/bundling/unnamed/stdio.js');

/** A program that loads core in both ways, by its files. */
const MIXED = {
  'mixed.mjs': `import { Runtime } from '@cuecard/core';
    import mixed from './mixed.cjs';
    if (mixed.Runtime !== Runtime) throw new Error('There are two builds of core');`,
  'mixed.cjs': `exports.Runtime = require('@cuecard/core').Runtime;`,
};

/** @typedef {import('./interview.js').Heard} Heard */

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const named = await hear(process.execPath, [NAMED]);
  const unnamed = await hear(process.execPath, [UNNAMED]);
  const mixed = await writeMixed(await rig.scratch('mixed'));
  const found = [];
  for (const way of rig.parts(WAYS.filter(({ isSlow }) => isSlow !== true || rig.isWhole || rig.part !== '')))
    found.push(
      ...(await rig.try(way.title, async () =>
        faultsOf(way, { named, unnamed, mixed, home: await rig.scratch(way.title) }),
      )),
    );
  return found;
}

/**
 * @param {import('./ways.js').Way} way
 * @param {{ named: Heard, unnamed: Heard, mixed: string, home: string }} server
 */
async function faultsOf({ keepsNames, bundle }, { named, unnamed, mixed, home }) {
  /** @param {string} entry @param {Heard} server @param {string} name */
  const changes = async (entry, server, name) => {
    const folder = join(home, name);
    await mkdir(folder, { recursive: true });
    const [command, ...args] = await bundle(entry, folder);
    return differences(await hear(command, args), server).map((each) => `${name}: ${each}`);
  };
  return [
    ...(await changes(NAMED, named, 'named')),
    ...(keepsNames ? await changes(UNNAMED, unnamed, 'unnamed') : []),
    ...(await mixedFaults()),
  ];

  async function mixedFaults() {
    const folder = join(home, 'mixed');
    await mkdir(folder);
    const [command, ...args] = await bundle(mixed, folder);
    const { code, output } = await run(command, args);
    return code === 0 ? [] : [`mixed: ${output}`];
  }
}

/**
 * @param {string} folder
 * @returns {Promise<string>} the file to bundle
 */
async function writeMixed(folder) {
  await mkdir(join(folder, 'node_modules/@cuecard'), { recursive: true });
  await symlink(join(ROOT, 'packages/core'), join(folder, 'node_modules/@cuecard/core'));
  for (const [name, code] of Object.entries(MIXED)) await writeFile(join(folder, name), code);
  return join(folder, 'mixed.mjs');
}

/**
 * What differs between a bundle that must answer as the server does, and the server.
 * @param {Heard} heard
 * @param {Heard} server
 * @returns {string[]}
 */
function differences(heard, server) {
  const { interview } = server;
  if (interview === undefined) return [`the server itself does not start: ${server.log}`];
  if (heard.interview === undefined) return [`does not start: ${heard.log}`];
  const answers = /** @type {Record<string, unknown>} */ ({ ...heard.interview });
  const differing = Object.entries(interview).filter(([what, answer]) => !isDeepStrictEqual(answers[what], answer));
  const log = heard.log === server.log ? [] : [`writes ${heard.log}`];
  return [...differing.map(([what]) => `${what}: ${JSON.stringify(answers[what])}`), ...log];
}
