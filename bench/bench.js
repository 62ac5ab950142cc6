// Runs the parts that it is told, or all of them, and makes RESULTS.md of their results and those that are kept. With
// `--method`, `--server` or `--count` it measures only these, and with `--try` the least that shows that everything runs:
// then it only tells what it has found, and keeps nothing.
import { parseArgs } from 'node:util';
import { circumstances } from './circumstances.js';
import { METHODS } from './definitions/methods.js';
import { measure as inProcess } from './in-process/in-process.js';
import { keep, SECTIONS, writePage } from './page/page.js';
import { measure as reload } from './reload/reload.js';
import { measure as contexts } from './wire/contexts.js';
import { measure as http } from './wire/http.js';
import { measure as memory } from './wire/memory.js';
import { measure as nest } from './wire/nest.js';
import { measure as startUp } from './wire/start-up.js';
import { measure as stdio } from './wire/stdio.js';

const PARTS = { http, contexts, stdio, 'start-up': startUp, memory, nest, 'in-process': inProcess, reload };
/** Those that can measure only some methods, servers and counts. */
const BY_METHOD = ['http', 'stdio', 'in-process'];

// Many short rounds rather than a few long ones: what slows a machine down from outside does so for seconds. Long lists take
// some servers seconds, too, and their rounds as long.
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
  listeners: [
    { count: 300, processes: 1, moves: 20 },
    { count: 1_000, processes: 4, moves: 12 },
  ],
  labels: { count: 5_000, starts: 5 },
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
  listeners: [{ count: 6, processes: 1, moves: 2 }],
  labels: { count: 50, starts: 1 },
};

const several = { type: 'string', multiple: true, default: [] };
const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { try: { type: 'boolean', default: false }, method: several, server: several, count: several },
});

const isNarrow = asked.method.length + asked.server.length + asked.count.length > 0;
const possible = isNarrow ? BY_METHOD : Object.keys(PARTS);
const parts = positionals.length === 0 ? possible : positionals;
refuseUnknown('part', parts, possible);
refuseUnknown('method', asked.method, Object.keys(METHODS));

function refuseUnknown(what, given, known) {
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new RangeError(
    `There is no ${what} ${unknown.join(', ')} to measure: name some of ${known.join(', ')}, or none`,
  );
}

const full = asked.try ? LEAST : FULL;
const counts = asked.count.map(Number);
const isOneOf = (wanted) => (name) => wanted.length === 0 || wanted.includes(name);
const plan = {
  ...full,
  ...(counts.length > 0 && { counts, catalogues: counts }),
  methods: Object.keys(METHODS).filter(isOneOf(asked.method)),
  isMeasured: isOneOf(asked.method),
  /** A server is asked by any part of its name. */
  isAsked: (server) => asked.server.length === 0 || asked.server.some((part) => server.includes(part)),
  isWhole: !isNarrow,
};

for (const part of parts) {
  const run = circumstances();
  const begin = performance.now();
  const found = await PARTS[part](plan);
  const minutes = Number(((performance.now() - begin) / 60_000).toFixed(1));
  console.log(`${part}: ${minutes} minutes`);
  if (asked.try || isNarrow) {
    console.log(SECTIONS[part](found));
  } else {
    keep(part, { run: { ...run, minutes }, found });
    writePage();
  }
}
