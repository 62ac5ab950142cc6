import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { readManifest, run } from '../lib.js';

/** The compilers that a project is tried with; where it is run by something else than `tsc`, that brings its own. */
const COMPILERS = ['5.9', '6', '7'];
/** @type {Readonly<Record<string, readonly string[]>>} */
const NOT_WITH = {
  'commonjs-node10': ['7'], // It has no such resolution any more.
  'commonjs-bundler': ['5.9'], // It has that resolution for ES modules only.
};
/** TypeScript 6 wants to be told what 5.9 does not know. */
const OTHER_WORDS = { project: 'commonjs-node10', compiler: '5.9', options: '--ignoreDeprecations 5.0' };

/** How long a project may take with one compiler. */
const LIMIT_MS = 120_000;

/** The projects of `projects/toolchains`, from the oldest way to the newest. */
export const TOOLCHAINS = [
  { project: 'commonjs-node10', title: 'CommonJS, resolved as Node 10 did' },
  { project: 'class-validator-0.14', title: 'ES modules, with class-validator 0.14.2, the oldest possible' },
  { project: 'node16', title: 'ES modules, resolved as Node 16 did' },
  { project: 'nodenext', title: 'ES modules, resolved as Node does' },
  { project: 'nodenext-commonjs', title: 'CommonJS, resolved as Node does' },
  { project: 'bundler', title: 'ES modules, resolved as bundlers do' },
  { project: 'commonjs-bundler', title: 'CommonJS, resolved as bundlers do' },
  { project: 'swc', title: 'ES modules, compiled by swc' },
  { project: 'jest-ts-jest', title: 'Jest and ts-jest, with ES modules' },
  { project: 'jest-ts-jest-commonjs', title: 'Jest and ts-jest, with CommonJS' },
  { project: 'jest-swc', title: 'Jest and swc, with ES modules' },
  { project: 'jest-swc-commonjs', title: 'Jest and swc, with CommonJS' },
  { project: 'node-test', title: 'node:test, and the testing kit' },
  { project: 'vitest-5', title: 'Vitest 5, from Node 22.12 on' },
  { project: 'vitest-4', title: 'Vitest 4, and the testing kit' },
];

/**
 * Runs the `test` of a project as its user does, with each of the compilers.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function toolchainFaults(folder) {
  const { engines, scripts } = await readManifest(folder);
  const { test } = /** @type {{ test: string }} */ (scripts);
  const node = nodeFor(folder, /** @type {{ node?: string } | undefined} */ (engines)?.node);
  if (node === undefined) {
    console.log(`        ${folder} is left out, because this system has no Node ${JSON.stringify(engines)}`);
    return [];
  }
  const faults = [];
  for (const compiler of compilersFor(folder, test))
    faults.push(...(await failuresOf(folder, { test, node, compiler })));
  return faults;
}

/**
 * @param {string} folder
 * @param {string} test
 */
function compilersFor(folder, test) {
  const [, name = ''] = /([^/\\]+)$/.exec(folder) ?? [];
  if (!test.startsWith('tsc && node dist/')) return ['6'];
  return COMPILERS.filter((compiler) => !NOT_WITH[name]?.includes(compiler));
}

/**
 * The Node that a project asks for: this one, or the newest, which is installed with the projects on the systems of CI.
 * @param {string} folder
 * @param {string} [range] `>=` and a version
 */
function nodeFor(folder, range = '>=0.0') {
  const [oldest = ''] = /\d+\.\d+/.exec(range) ?? [];
  if (process.versions.node.localeCompare(oldest, 'en', { numeric: true }) >= 0) return process.execPath;
  const newest = join(folder, '../../node_modules/node-26/bin/node');
  return existsSync(newest) ? newest : undefined;
}

/**
 * @param {string} folder
 * @param {{ test: string, node: string, compiler: string }} how
 */
async function failuresOf(folder, { test, node, compiler }) {
  const { project, options } = OTHER_WORDS;
  const isOther = folder.endsWith(project) && compiler === OTHER_WORDS.compiler;
  const command = isOther ? test.replace('tsc', `tsc ${options}`) : test;
  const tools = [join(folder, `../../node_modules/typescript-${compiler}/bin`), join(folder, 'node_modules/.bin')];
  const path = [...tools, dirname(node), process.env['PATH']].join(delimiter);
  const environment = { ...process.env, PATH: path, NODE_OPTIONS: '' };
  const ran = await run('sh', ['-c', command], { cwd: folder, env: environment, limitMs: LIMIT_MS });
  return ran.code === 0 ? [] : [`with TypeScript ${compiler}, \`${command}\` fails:\n${ran.output}`];
}
