import { equal } from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readManifest, run, ServerProcess, within } from '../lib.js';
import { RUNTIMES } from './deployments.js';
import { askAtTheEnd, interview } from './interview.js';

/** @typedef {import('./deployments.js').Deployment} Deployment */
/** @typedef {{ command: string, cwd: string, env: Record<string, string>, deployment: Deployment }} Trial */

/** How long it may take to build a project, and to ask it in one way, in milliseconds. */
const [BUILD_MS, WAY_MS] = [180_000, 30_000];
/** How long it may take until it answers, and how long one answer is waited for before it is asked again. */
const [START_MS, ANSWER_MS] = [15_000, 1_000];
/** How long after its last answer a deployment may take to end. */
const END_MS = 5_000;

/**
 * Copies an installed project, builds the copy and tries it in each of its ways.
 * @param {Deployment} deployment
 * @param {string} folder where the projects are installed
 * @returns {Promise<string[]>} what is wrong
 */
export async function faultsOf(deployment, folder) {
  const cwd = join(folder, '.tried', deployment.title.replaceAll(/[^\w.-]+/g, '-'));
  await copy(deployment, { from: join(folder, deployment.project), to: cwd });
  const env = await environmentFor(deployment, { folder, cwd });
  const scripts = /** @type {Record<string, string>} */ ((await readManifest(cwd))['scripts']);
  const { build = 'true' } = scripts;
  const built = await run('sh', ['-c', build], { cwd, env, limitMs: BUILD_MS });
  if (built.code !== 0) return [`\`${build}\` fails:\n${built.output}`];
  const faults = [];
  for (const way of deployment.ways) {
    const trial = { command: deployment.command ?? scripts[way] ?? '', cwd, env, deployment };
    const tried = way === 'stdio' ? tryStdio(trial) : tryHttp(trial);
    faults.push(
      ...(await tried.then(
        () => [],
        (error) => [`${way}: ${error.stack}`],
      )),
    );
  }
  return faults;
}

/**
 * @param {Deployment} deployment
 * @param {{ from: string, to: string }} folders
 */
async function copy({ replaced = [] }, { from, to }) {
  await cp(from, to, { recursive: true, filter: (path) => path !== join(from, 'node_modules') });
  await symlink(join(from, 'node_modules'), join(to, 'node_modules'));
  const entries = await readdir(to, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      replaced.reduce((changed, [what, by]) => changed.replace(what, by), text),
    );
  }
}

/**
 * Has its runtimes found as commands before any others of their names.
 * @param {Deployment} deployment
 * @param {{ folder: string, cwd: string }} folders
 */
async function environmentFor({ runtimes }, { folder, cwd }) {
  const commands = join(cwd, '.commands');
  await mkdir(commands);
  for (const runtime of runtimes) {
    const [command, file] = RUNTIMES[runtime];
    await symlink(join(folder, '../node_modules', runtime, file), join(commands, command));
  }
  return {
    ...definedOnes(process.env),
    PATH: [commands, join(cwd, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    NODE_OPTIONS: '',
    NEXT_TELEMETRY_DISABLED: '1',
    WRANGLER_SEND_METRICS: 'false',
  };
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Record<string, string>}
 */
function definedOnes(environment) {
  return JSON.parse(JSON.stringify(environment));
}

/** @param {Trial} trial */
async function tryHttp({ command, cwd, env, deployment: { exitCode = 0, isToldToEnd = true } }) {
  const port = String(await freePort());
  const server = new ServerProcess('sh', ['-c', `exec ${command}`], { cwd, env: { ...env, PORT: port } });
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const connect = () => new StreamableHTTPClientTransport(url);
  try {
    await answers(url, server);
    await within(WAY_MS, 'be asked', asked('legacy', connect(), interview));
    if (!isToldToEnd) return await within(WAY_MS, 'be asked', asked('auto', connect(), interview));
    await within(
      WAY_MS,
      'be asked',
      asked('auto', connect(), async (client) => {
        await interview(client);
        await askAtTheEnd(client, () => void server.stop(WAY_MS));
        equal(await within(END_MS, 'end', server.ended), exitCode, 'The exit code is another one');
      }),
    );
  } finally {
    server.kill();
  }
}

/**
 * Waits until a server answers.
 * @param {URL} url
 * @param {ServerProcess} server
 */
async function answers(url, server) {
  for (const end = Date.now() + START_MS; Date.now() < end && server.isRunning; await sleep(100)) {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
    if ((await response?.text()) !== undefined) return;
  }
  throw new Error(`It does not answer:\n${server.output}`);
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** @param {Trial} trial */
async function tryStdio({ command, cwd, env }) {
  for (const mode of /** @type {const} */ (['legacy', 'auto'])) {
    const transport = new StdioClientTransport({
      command: 'sh',
      args: ['-c', `exec ${command}`],
      cwd,
      env,
      stderr: 'ignore',
    });
    await within(
      WAY_MS,
      'be asked',
      asked(mode, transport, async (client) => {
        await interview(client);
        const ended = new Promise((resolve) => (client.onclose = () => resolve(undefined)));
        await askAtTheEnd(client, () => void process.kill(Number(transport.pid), 'SIGTERM'));
        await within(END_MS, 'end', ended);
      }),
    );
  }
}

/**
 * @param {'legacy' | 'auto'} mode
 * @param {import('@modelcontextprotocol/client').Transport} transport
 * @param {(client: Client) => Promise<void>} ask
 */
async function asked(mode, transport, ask) {
  const client = new Client({ name: 'deployments', version: '1.0.0' }, { versionNegotiation: { mode } });
  try {
    await client.connect(transport);
    await ask(client);
  } finally {
    await client.close();
  }
}
