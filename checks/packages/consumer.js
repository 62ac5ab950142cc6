import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modulePaths } from '../../build/packages.js';
import { readManifest, ROOT, run } from '../lib.js';
import { install } from './package-managers.js';

/** The oldest and the newest TypeScript: only the former resolves as Node 10 did. */
const [OLDEST_TSC, TSC] = ['typescript', 'typescript-7'].map((name) => join(ROOT, 'node_modules', name, 'bin/tsc'));

const REVIEW = join(ROOT, 'checks/projects/shared/review/src/review.ts');

const COMPILER_OPTIONS = {
  target: 'ES2023',
  lib: ['ES2023'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: false,
};

/** The oldest Node that the packages support. */
const OLDEST_NODE = '20.19.0';
const NODE_BINARY = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Yarn installs no peer of a peer. */
const PEERS_OF_PEERS = { '@openfeature/core': '*' };

/** The kinds of project that can use the packages. */
const PROJECTS = [
  { title: 'ES modules', tsc: TSC, type: 'module', options: { module: 'NodeNext' } },
  { title: 'CommonJS, as Node resolves', tsc: TSC, type: 'commonjs', options: { module: 'NodeNext' } },
  {
    title: 'CommonJS, as Node 10 resolved',
    tsc: OLDEST_TSC,
    type: 'commonjs',
    options: { module: 'CommonJS', moduleResolution: 'Node10', ignoreDeprecations: '6.0' },
  },
];

/** Serves the prompt of `shared/review`, which shows whether all of a program has the same copy of everything. */
const PROMPT = `
import { Runtime } from '@cuecard/core';
import { CodeReviewPrompt } from './review.js';

async function main(): Promise<void> {
  const { prompts } = new Runtime({ prompts: [CodeReviewPrompt] });
  await prompts.get({ name: 'code_review', arguments: { code: 'a = b', language: 'go' } });
  const refused = await prompts.get({ name: 'code_review', arguments: {} }).catch((error: Error) => error);
  if (!('code' in refused) || refused.code !== -32602) throw new Error('A wrong argument is not refused');
}

void main();
`;

/** Loads each package in both ways. A process with two builds of core would reject the classes of one of them. */
const BOTH_WAYS = `
const load = async (specifier) => {
  const [required, imported] = [require(specifier), await import(specifier)];
  const twice = Object.keys(required).filter((name) => required[name] !== imported[name]);
  if (twice.length > 0) throw new Error(specifier + ' is loaded twice: ' + twice);
};
void Promise.all(SPECIFIERS.map(load));
`;

/**
 * Uses the tarballs together as strangers' projects do: a package manager installs them, TypeScript reads every declaration,
 * and both this Node and the oldest supported one load every package by each of its names.
 * @param {string} manager
 * @param {string} folder an empty one, outside the workspace
 * @param {readonly { name: string, tarball: string, unpacked: string }[]} packages
 * @param {string} nodeTypes the version of `@types/node`
 * @returns {Promise<string[]>} what is wrong
 */
export async function consumerFaults(manager, folder, packages, nodeTypes) {
  const peers = Object.fromEntries((await Promise.all(packages.map(peersOf))).flat());
  const others = { ...peers, ...PEERS_OF_PEERS, '@types/node': nodeTypes, [NODE_BINARY]: OLDEST_NODE };
  const failure = await install(manager, folder, packages, others);
  if (failure !== undefined) return [`${manager} cannot install the tarballs together:\n${failure}`];

  const specifiers = (await Promise.all(packages.map(specifiersOf))).flat();
  const faults = await Promise.all([
    ...PROJECTS.map((project, index) => projectFaults(join(folder, String(index)), project, specifiers)),
    bothWaysFaults(folder, specifiers),
  ]);
  return faults.flat();
}

/**
 * @param {string} folder
 * @param {readonly string[]} specifiers
 */
async function bothWaysFaults(folder, specifiers) {
  await writeFile(join(folder, 'both-ways.cjs'), BOTH_WAYS.replace('SPECIFIERS', JSON.stringify(specifiers)));
  return failuresIn(folder, 'both-ways.cjs');
}

/**
 * The names and ranges of a package's peers.
 * @param {{ unpacked: string }} packed
 */
async function peersOf({ unpacked }) {
  const { peerDependencies } = await readManifest(unpacked);
  return Object.entries(Object(peerDependencies)).filter(([name]) => !name.startsWith('@cuecard/'));
}

/**
 * What a package can be imported as: its name, and those of its parts.
 * @param {{ name: string, unpacked: string }} packed
 */
async function specifiersOf({ name, unpacked }) {
  const { exports } = await readManifest(unpacked);
  return modulePaths(/** @type {object} */ (exports)).map((path) => name + path.slice(1));
}

/**
 * @param {string} folder
 * @param {(typeof PROJECTS)[number]} project
 * @param {readonly string[]} specifiers
 */
async function projectFaults(folder, { title, tsc, type, options }, specifiers) {
  const compilerOptions = { ...COMPILER_OPTIONS, ...options };
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['index.ts'] }));
  await writeFile(join(folder, 'index.ts'), programOf(specifiers));
  await cp(REVIEW, join(folder, 'review.ts'));
  const compiled = await run(process.execPath, [String(tsc), '-p', '.'], { cwd: folder });
  const failures = await failuresIn(join(folder, '..'), join(folder, 'index.js'));
  return [...ownErrors(compiled.output), ...failures].map((fault) => `${title}: ${fault}`);
}

/**
 * Runs a program in this Node and in the oldest that the packages support.
 * @param {string} folder where the oldest is installed
 * @param {string} program
 */
async function failuresIn(folder, program) {
  const oldest = join(folder, 'node_modules', NODE_BINARY, 'bin', 'node');
  const failures = [process.execPath, oldest].map(async (node) => {
    const { code, output } = await run(node, [program], { cwd: folder });
    return code === 0 ? [] : [`${program} fails in ${node}:\n${output}`];
  });
  return (await Promise.all(failures)).flat();
}

/** @param {readonly string[]} specifiers */
function programOf(specifiers) {
  const imports = specifiers.map((specifier, index) => `import * as package${index} from '${specifier}';`);
  const checks = specifiers.map(
    (specifier, index) =>
      `if (Object.keys(package${index}).length === 0) throw new Error('${specifier} exports nothing');`,
  );
  return [...imports, PROMPT, ...checks].join('\n');
}

/**
 * The compiler's errors, without those in declarations of others, which we cannot fix.
 * @param {string} output
 */
function ownErrors(output) {
  const errors = output.split('\n').filter((line) => line.includes('error TS'));
  return errors.filter((line) => !/^(\.\.\/)*node_modules\/(?!@cuecard\/)/.test(line));
}
