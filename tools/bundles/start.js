/* oxlint-disable no-restricted-imports -- An example is no package: it has no name to be imported by. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../examples/bundled/dist/bundle.js';

// How long a server takes from its start to its first answer, bundled and not, by turns so that what else the machine
// does slows both.

const RUNS = 15;

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'start', version: '1.0.0' } },
};

const folder = await mkdtemp(join(tmpdir(), 'start-'));
try {
  const bundled = join(folder, 'server.mjs');
  await bundle(bundled);
  const unbundled = fileURLToPath(new URL('../../examples/bundled/dist/stdio.js', import.meta.url));
  /** @type {Record<string, number[]>} */
  const times = { [unbundled]: [], [bundled]: [] };
  for (let run = 0; run < RUNS; run += 1)
    for (const [file, taken] of Object.entries(times)) taken.push(await timeOf(file));
  console.log(`unbundled: ${summaryOf(times[unbundled])}\nbundled: ${summaryOf(times[bundled])}`);
} finally {
  await rm(folder, { recursive: true });
}

/** @param {string} file */
async function timeOf(file) {
  const started = performance.now();
  const server = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  server.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  await once(server.stdout, 'data');
  const taken = performance.now() - started;
  server.kill();
  await once(server, 'exit');
  return taken;
}

/** @param {readonly number[]} [times] */
function summaryOf(times = []) {
  const sorted = times.toSorted((one, other) => one - other);
  const [least = 0, median = 0, most = 0] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
  return `${median.toFixed(0)} ms in the median of ${times.length} runs (${least.toFixed(0)} to ${most.toFixed(0)})`;
}
