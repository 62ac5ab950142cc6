import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hear } from './interview.js';
import { ROOT } from '../lib.js';
import { differences, silentChanges, unrefused } from './verdict.js';
import { WAYS } from './ways.js';

// Bundles a server in every way, and asks each bundle over stdio what the server itself is asked: in a folder without
// packages, so that a bundle has nothing but what is in it.

export const title = 'Bundles';
export const seconds = 60;

const NAMED = join(ROOT, 'examples/docs/dist/bundling/stdio.js');
const UNNAMED = join(ROOT, 'examples/docs/dist/bundling/unnamed/stdio.js');

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const named = await hear(process.execPath, [NAMED]);
  const unnamed = await hear(process.execPath, [UNNAMED]);
  const found = [];
  for (const way of rig.parts(WAYS))
    found.push(
      ...(await rig.try(way.title, async () => faultsOf(way, { named, unnamed, home: await rig.scratch(way.title) }))),
    );
  return found;
}

/**
 * @param {import('./ways.js').Way} way
 * @param {{ named: import('./verdict.js').Heard, unnamed: import('./verdict.js').Heard, home: string }} server
 */
async function faultsOf({ keepsNames, bundle }, { named, unnamed, home }) {
  await mkdir(join(home, 'named'), { recursive: true });
  await mkdir(join(home, 'unnamed'));
  const [command, ...args] = await bundle(NAMED, join(home, 'named'));
  const [other, ...otherArgs] = await bundle(UNNAMED, join(home, 'unnamed'));
  const heard = await hear(other, otherArgs);
  return [
    ...differences(await hear(command, args), named),
    ...(keepsNames ? differences(heard, unnamed) : silentChanges(heard, unnamed)).map((each) => `unnamed: ${each}`),
    ...unrefused(await hear(other, [...otherArgs, '--require-names'])),
  ];
}
