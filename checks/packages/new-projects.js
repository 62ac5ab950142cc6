import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { readManifest, run, ServerProcess } from '../lib.js';

// Makes projects with the packed command line, as a stranger does who has nothing but Node, and gives the two commands of
// their README.

const LIMIT_MS = 180_000;
const QUIET = ['--no-audit', '--no-fund'];

/** Each container, and each runner of tests. */
export const NEW_PROJECTS = /** @type {const} */ ([
  { container: 'tsyringe', tests: 'node', title: 'a new project with tsyringe and tests for node:test' },
  { container: 'none', tests: 'jest', title: 'a new project without a container and tests for Jest' },
  { container: 'nest', tests: 'vitest', title: 'a new project with Nest and tests for Vitest' },
]);

/** @typedef {import('../lib.js').Packed} Packed */

/**
 * Installs the command line.
 * @param {string} folder an empty one, outside the workspace
 * @param {readonly Packed[]} packages
 * @returns {Promise<string>} its file
 */
export async function installCommand(folder, packages) {
  const manifest = withTarballs({ dependencies: { '@cuecard/cli': '*' } }, packages);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
  const { code, output } = await run('npm', ['install', ...QUIET], { cwd: folder, limitMs: LIMIT_MS });
  if (code !== 0) throw new Error(`npm cannot install the command line:\n${output}`);
  return join(folder, 'node_modules/@cuecard/cli/dist/cuecard.js');
}

/**
 * @param {string} command the file of the command line
 * @param {string} folder an empty one, outside the workspace
 * @param {(typeof NEW_PROJECTS)[number]} kind
 * @param {readonly Packed[]} packages
 * @returns {Promise<string[]>} what is wrong
 */
export async function newProjectFaults(command, folder, { container, tests }, packages) {
  const args = ['new', 'project', folder, '--container', container, '--tests', tests];
  const made = await run(process.execPath, [command, ...args]);
  if (made.code !== 0) return [`it cannot be made:\n${made.output}`];
  for (const kind of ['prompt', 'tool', 'resource']) {
    const added = await run(process.execPath, [command, 'new', kind, `added-${kind}`], { cwd: folder });
    if (added.code !== 0) return [`no ${kind} can be added:\n${added.output}`];
  }
  const manifest = withTarballs(await readManifest(folder), packages);
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  for (const given of [['install', ...QUIET], ['test']]) {
    const { code, output } = await run('npm', given, { cwd: folder, limitMs: LIMIT_MS, env: plain() });
    if (code !== 0) return [`npm ${given[0]} fails:\n${output}`];
  }
  return startFaults(folder);
}

/** The environment without what Node would take from the one that runs this. */
function plain() {
  const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...env } = process.env;
  return env;
}

/**
 * Starts a project until an official client has a prompt of it.
 * @param {string} folder
 */
async function startFaults(folder) {
  const server = new ServerProcess('npm', ['start', '--', '--port', '0'], { cwd: folder, env: plain() });
  try {
    const text = await reviewFrom(await server.printed(/http\S+\/mcp\b/, LIMIT_MS));
    return text.includes('Prefer small functions.') ? [] : [`The prompt says ${text}`];
  } catch (error) {
    return [`no client gets the prompt: ${String(error)}\n${server.output}`];
  } finally {
    server.kill();
  }
}

/** @param {string} url */
async function reviewFrom(url) {
  const client = new Client({ name: 'newcomer', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { messages } = await client.getPrompt({ name: 'code_review', arguments: { code: 'let x' } });
  await client.close();
  const content = messages[0]?.content;
  return content?.type === 'text' ? content.text : '';
}

/**
 * A package.json that has our packages from the tarballs, as npm wants to be told: for itself and for what depends on them.
 * @param {Record<string, any>} manifest
 * @param {readonly Packed[]} packages
 */
function withTarballs(manifest, packages) {
  const tarballs = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const replaced = (/** @type {Record<string, string>} */ given = {}) =>
    Object.fromEntries(Object.entries(given).map(([name, range]) => [name, tarballs[name] ?? range]));
  const { dependencies, devDependencies } = manifest;
  return {
    ...manifest,
    dependencies: replaced(dependencies),
    devDependencies: replaced(devDependencies),
    overrides: tarballs,
  };
}
