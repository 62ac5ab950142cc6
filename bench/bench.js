// Runs the parts that it is told, or all of them, and makes RESULTS.md of their results and those that are kept. With
// `--try` it only shows that everything runs: every part with the least there is, and keeps nothing.
import { circumstances } from './circumstances.js';
import { measure as inProcess } from './in-process/in-process.js';
import { keep, writePage } from './page/page.js';
import { measure as contexts } from './wire/contexts.js';
import { measure as http } from './wire/http.js';
import { measure as memory } from './wire/memory.js';
import { measure as startUp } from './wire/start-up.js';
import { measure as stdio } from './wire/stdio.js';

const PARTS = { http, contexts, stdio, 'start-up': startUp, memory, 'in-process': inProcess };

// Many short rounds rather than a few long ones: what slows a machine down from outside does so for seconds. Long lists take
// some servers seconds, too, and their rounds as long.
const FULL = {
  counts: [10, 1_000],
  rounds: { 'prompts/get': 45, 'prompts/list': 9 },
  warmUps: 3,
  leadIn: 50,
  milliseconds: 250,
  starts: 5,
  requests: 1_000_000,
  atMostMs: 12_000,
  catalogues: [10, 1_000, 10_000],
  turns: 7,
};
const LEAST = {
  counts: [10],
  rounds: { 'prompts/get': 1, 'prompts/list': 1 },
  warmUps: 0,
  leadIn: 10,
  milliseconds: 50,
  starts: 1,
  requests: 1_000,
  atMostMs: 50,
  catalogues: [10],
  turns: 1,
};

const named = process.argv.slice(2).filter((name) => name !== '--try');
const isTrial = process.argv.includes('--try');
const unknown = named.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  throw new RangeError(
    `There is no part ${unknown.join(', ')}: name some of ${Object.keys(PARTS).join(', ')}, or none`,
  );
}

for (const part of named.length === 0 ? Object.keys(PARTS) : named) {
  const run = circumstances();
  const begin = performance.now();
  const found = await PARTS[part](isTrial ? LEAST : FULL);
  const minutes = Number(((performance.now() - begin) / 60_000).toFixed(1));
  console.log(`${part}: ${minutes} minutes`);
  if (isTrial) continue;
  keep(part, { run: { ...run, minutes }, found });
  writePage();
}
