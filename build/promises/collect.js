import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

// Loaded into each process of the tests, and into the processes that these start: writes the counters of instrumented
// modules when the process ends. Jest may kill its workers, so these write every two seconds, too.

const FOLDER = process.env['CUECARD_PROMISES'] ?? '';
const FILE = join(FOLDER, `${process.pid}-${threadId}-${process.hrtime.bigint()}.json`);
const EVERY_MS = 2_000;

process.on('exit', write);
if (/jest-worker/.test(process.argv[1] ?? '')) setInterval(write, EVERY_MS).unref();

function write() {
  /** @type {Record<string, import('./instrument.js').Hits> | undefined} */
  const coverage = Reflect.get(globalThis, '__coverage__');
  if (coverage === undefined) return;
  const hits = Object.entries(coverage).map(([path, { f, b }]) => [path, { f, b }]);
  writeFileSync(FILE, JSON.stringify(Object.fromEntries(hits)));
}
