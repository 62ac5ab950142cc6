import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../lib.js';
import { EXPECTED_FAILURES } from './expected-failures.js';
import { outcomeOf } from './suite.js';

// Runs every server scenario of the official conformance suite against servers of real Cuecard prompts, tools and
// resources: `@cuecard/server` in each mode, and servers of the official SDKs that `bindRuntime` has bound.

const ALL_REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'];
const MODES = {
  documents: [],
  logging: ['--logging'],
  streams: ['--streams', '--logging'],
};

/** @typedef {{ revisions: readonly string[], modes: Readonly<Record<string, readonly string[]>> }} Server */

/** @type {Readonly<Record<string, Server>>} */
const SERVERS = {
  '@cuecard/server': { revisions: ALL_REVISIONS, modes: MODES },
  '@cuecard/mcp-sdk': { revisions: ['2025-06-18', '2025-11-25'], modes: { logging: MODES.logging } },
  '@cuecard/mcp-sdk/v2': { revisions: ALL_REVISIONS, modes: { logging: MODES.logging } },
};
const NEED_LOGGING = ['logging-set-level', 'tools-call-with-logging'];

export const title = 'Conformance';
export const seconds = 30;

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const found = [];
  for (const [server, { revisions, modes }] of Object.entries(SERVERS)) {
    const expected = expectedFailuresOf(server);
    const never = new Set(expected); // What a run has found is deleted.
    const [untried, tried] = [new Set(), new Set()];
    /** @param {string} url @param {string} mode @param {string} revision */
    const runRevision = async (url, mode, revision) => {
      const folder = await rig.scratch(join(server, mode, revision));
      const baseline = `${folder}.json`;
      const all = mode === 'documents' ? [...expected, ...NEED_LOGGING] : expected;
      await writeFile(baseline, JSON.stringify({ server: all }));
      const outcome = await outcomeOf(url, revision, { baseline, folder });
      for (const failure of outcome.failures) never.delete(failure);
      for (const name of outcome.tried) tried.add(`${revision}, ${name}`);
      for (const name of outcome.untried) untried.add(`${revision}, ${name}`);
      return outcome.faults.map((fault) => `${revision}: ${fault}`);
    };
    for (const [mode, options] of Object.entries(modes)) {
      const work = (/** @type {string} */ url) =>
        Promise.all(revisions.map((revision) => runRevision(url, mode, revision)));
      found.push(...(await rig.try(`${server} (${mode})`, () => serverFaults([server, ...options], work))));
    }
    for (const name of untried) if (!tried.has(name)) found.push(`${server}, ${name}: it found nothing to check`);
    for (const name of never) found.push(`${server}: ${name} is expected to fail, and never does`);
  }
  return found;
}

/** @param {string} server */
function expectedFailuresOf(server) {
  return Object.entries(EXPECTED_FAILURES[server] ?? {}).flatMap(([scenario, checks]) =>
    Object.keys(checks).map((check) => `${scenario}:${check}`),
  );
}

/**
 * Tries a server of `server.ts`, and ends it.
 * @param {readonly string[]} args
 * @param {(url: string) => Promise<readonly string[][]>} work
 */
async function serverFaults(args, work) {
  const program = fileURLToPath(new URL('dist/server.js', import.meta.url));
  const host = new ServerProcess(process.execPath, [program, ...args]);
  const found = (await work(await host.printed(/^http\S+(?=\n)/m))).flat();
  const code = await host.stop();
  return code === 0 ? found : [...found, `it ended with ${code} after SIGTERM:\n${host.output}`];
}
