/* oxlint-disable no-restricted-imports -- An example is no package: it has no name to be imported by. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hear } from '../../examples/bundled/dist/interview.js';
import { differences, silentChanges, unrefused } from './verdict.js';
import { WAYS } from './ways.js';

// Bundles a server in every way, and asks each bundle over stdio what the server itself is asked: in a folder without
// packages, so that a bundle has nothing but what is in it. Part of a title as an argument checks only these ways.

/** How long it may take to make a bundle of a server and to ask it, in milliseconds. */
const LIMIT = 180_000;

const entry = (/** @type {string} */ file) =>
  fileURLToPath(new URL(`../../examples/bundled/dist/${file}`, import.meta.url));
const [NAMED, UNNAMED] = [entry('stdio.js'), entry('unnamed/stdio.js')];

const [, , wanted = ''] = process.argv;
const ways = WAYS.filter(({ title }) => title.includes(wanted));
const folder = await mkdtemp(join(tmpdir(), 'bundles-'));
process.once('exit', () => process.stdout.write(`${ways.length} ways, ${faults} faults\n`));
let faults = ways.length === 0 ? 1 : 0;
try {
  const named = await hear(process.execPath, [NAMED]);
  const unnamed = await hear(process.execPath, [UNNAMED]);
  for (const way of ways) await check(way, named, unnamed);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = faults === 0 ? 0 : 1;

/**
 * @param {import('./ways.js').Way} way
 * @param {import('./verdict.js').Heard} named
 * @param {import('./verdict.js').Heard} unnamed
 */
async function check(way, named, unnamed) {
  const started = performance.now();
  const limit = setTimeout(() => tooLong(way.title), LIMIT);
  const found = await faultsOf(way, named, unnamed).catch((error) => [String(error)]);
  clearTimeout(limit);
  faults += found.length;
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log([`${way.title}: ${found.length === 0 ? 'ok' : 'FAULTY'} after ${seconds} s`, ...found].join('\n  - '));
}

/**
 * @param {import('./ways.js').Way} way
 * @param {import('./verdict.js').Heard} named
 * @param {import('./verdict.js').Heard} unnamed
 */
async function faultsOf({ title, keepsNames, bundle }, named, unnamed) {
  const home = join(folder, title.replaceAll(' ', '_'));
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
 * A bundler that hangs cannot be waited for.
 * @param {string} title
 */
function tooLong(title) {
  console.error(`${title}: not done after ${LIMIT / 1_000} s`);
  faults += 1;
  process.exit(1);
}
