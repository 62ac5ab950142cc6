// Measures all parts or those that the command line names, and writes RESULTS.md. With `--method`, `--server` or `--count` it
// measures only these, and with `--try` it does the minimum that shows that everything runs. Both print their results and
// keep nothing.
import { parseArgs } from 'node:util';
import { circumstances } from './circumstances.js';
import { METHODS } from './definitions/review.js';
import { inProcess } from './in-process/in-process.js';
import { keep, SECTIONS, writePage } from './page.js';
import { reload } from './reload/reload.js';
import { http, memory, nest, startUp, stdio } from './wire/parts.js';

const PARTS = { http, stdio, 'start-up': startUp, memory, nest, 'in-process': inProcess, reload };
/** The parts that can measure only some methods, servers and counts. */
const SELECTIVE = ['http', 'stdio', 'in-process'];

// Many short rounds are better than a few long ones, because other processes slow a machine down for seconds. Long lists
// take some servers seconds, so their rounds are as long.
const FULL = {
  counts: [10, 1_000],
  rounds: { calls: 15, lists: 5 },
  warmUps: 3,
  leadIn: 50,
  milliseconds: 250,
  starts: 5,
  requests: 1_000_000,
  atMostMs: 12_000,
  catalogues: [10, 1_000, 10_000],
  turns: 7,
  reloads: { count: 1_000, edits: 500, ofAll: 10, starts: 5 },
};
const LEAST = {
  counts: [10],
  rounds: { calls: 1, lists: 1 },
  warmUps: 0,
  leadIn: 10,
  milliseconds: 50,
  starts: 1,
  requests: 1_000,
  atMostMs: 50,
  catalogues: [10],
  turns: 1,
  reloads: { count: 20, edits: 3, ofAll: 1, starts: 1 },
};

const several = { type: 'string', multiple: true, default: [] };
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { try: { type: 'boolean', default: false }, method: several, server: several, count: several },
});

const isNarrow = options.method.length + options.server.length + options.count.length > 0;
const available = isNarrow ? SELECTIVE : Object.keys(PARTS);
const parts = positionals.length === 0 ? available : positionals;
rejectUnknown('part', parts, available);
rejectUnknown('method', options.method, Object.keys(METHODS));

function rejectUnknown(what, names, known) {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new RangeError(`There is no ${what} ${unknown.join(', ')}: name some of ${known.join(', ')}, or none`);
}

const counts = options.count.map(Number);
const plan = {
  ...(options.try ? LEAST : FULL),
  ...(counts.length > 0 && { counts, catalogues: counts }),
  methods: Object.keys(METHODS).filter((method) => options.method.length === 0 || options.method.includes(method)),
  /** Whether the command line names a server, by any part of its name. */
  isChosen: (server) => options.server.length === 0 || options.server.some((part) => server.includes(part)),
  isNarrow,
};

for (const part of parts) {
  const run = circumstances();
  const start = performance.now();
  const found = await PARTS[part](plan);
  const minutes = Number(((performance.now() - start) / 60_000).toFixed(1));
  console.log(`${part}: ${minutes} minutes`);
  if (options.try || isNarrow) {
    console.log(SECTIONS[part](found));
  } else {
    keep(part, { run: { ...run, minutes }, found });
    writePage();
  }
}
