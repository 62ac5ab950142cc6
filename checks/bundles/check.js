import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hear } from './interview.js';
import { ROOT } from '../lib.js';
import { WAYS } from './ways.js';

// Bundles a server in every way, and asks each bundle over stdio what the server itself is asked: in a folder without
// packages, so that a bundle has nothing but what is in it.

export const title = 'Bundles';
export const seconds = 60;

const NAMED = join(ROOT, 'examples/docs/dist/bundling/stdio.js');
const UNNAMED = join(ROOT, 'examples/docs/dist/bundling/unnamed/stdio.js');

/** @typedef {import('./interview.js').Heard} Heard */

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
 * @param {{ named: Heard, unnamed: Heard, home: string }} server
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

/**
 * What a bundle has changed in silence: other names are warned of, or refused, and everything else is the same.
 * @param {Heard} heard
 * @param {Heard} server
 * @returns {string[]}
 */
function silentChanges({ interview, log }, server) {
  const known = server.interview;
  if (known === undefined) return [`the server itself does not start: ${server.log}`];
  if (interview === undefined)
    return log.includes('which not every client can use') ? [] : [`does not start, and does not say why: ${log}`];
  const changed = interview.names.filter((name) => !known.names.includes(name));
  const silent = changed.filter((name) => !log.includes(`("${name}")`));
  const rest = differences(
    { interview: { ...interview, names: known.names, prompts: known.prompts }, log: '' },
    server,
  );
  const prompts = JSON.stringify(interview.prompts) === JSON.stringify(known.prompts) ? [] : ['the list differs'];
  return [...silent.map((name) => `${name} is the name of a prompt, and nothing says so`), ...rest, ...prompts];
}

/**
 * Where names are required, no prompt may be named after its class.
 * @param {Heard} heard
 * @returns {string[]}
 */
function unrefused({ interview, log }) {
  const refusals = log.match(/ after its class\. Give @Prompt\(\) a name/g) ?? [];
  return interview === undefined && refusals.length === 3
    ? []
    : [`starts without names, or says something else: ${log}`];
}
