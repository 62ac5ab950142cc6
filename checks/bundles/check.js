import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hear } from './interview.js';
import { ROOT } from '../lib.js';
import { WAYS } from './ways.js';

// Bundles a server in every way, and asks each bundle over stdio what the server itself is asked: in a folder without
// packages, so that a bundle has nothing but what is in it.

export const title = 'Bundles';
export const seconds = 30;
export const hasParts = true;

const NAMED = join(ROOT, 'examples/docs/dist/bundling/stdio.js');
const UNNAMED = join(ROOT, 'examples/docs/dist/bundling/unnamed/stdio.js');

/** @typedef {import('./interview.js').Heard} Heard */

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const named = await hear(process.execPath, [NAMED]);
  const unnamed = await hear(process.execPath, [UNNAMED]);
  const found = [];
  for (const way of rig.parts(WAYS.filter(({ isSlow }) => isSlow !== true || rig.isWhole || rig.part !== '')))
    found.push(
      ...(await rig.try(way.title, async () => faultsOf(way, { named, unnamed, home: await rig.scratch(way.title) }))),
    );
  return found;
}

/**
 * @param {import('./ways.js').Way} way
 * @param {{ named: Heard, unnamed: Heard, home: string }} server
 */
async function faultsOf({ keepsNames, bundle }, { named, unnamed, home }) {
  /** @param {string} entry @param {Heard} server @param {string} name */
  const changes = async (entry, server, name) => {
    const folder = join(home, name);
    await mkdir(folder, { recursive: true });
    const [command, ...args] = await bundle(entry, folder);
    return differences(await hear(command, args), server).map((each) => `${name}: ${each}`);
  };
  return [...(await changes(NAMED, named, 'named')), ...(keepsNames ? await changes(UNNAMED, unnamed, 'unnamed') : [])];
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
