import type { Way } from './client.js';
import { type Desk, openDesk } from './desk/desk.js';
import { publish } from './page.js';
import { ROSTER } from './roster.js';
import { tableOf } from './table.js';
import { faultsOf, type Trial } from './trial.js';

// Tries clients that others have written with a desk of real prompts, tools and resources, over each transport that they
// offer. What is found is a table in the documentation. Part of a client's name tries only that.

const WAYS: readonly Way[] = ['HTTP', 'stdio'];

const [, , wanted = ''] = process.argv;
const faults = await tryAll();
const trials = WAYS.flatMap(trialsOf);
if (wanted === '' && faults.length === 0) faults.push(...(await publish(await tableOf(ROSTER, trials))));
for (const fault of faults) console.log(`- ${fault}`);
console.log(`${trials.length} trials, ${faults.length} faults`);
process.exit(faults.length === 0 && trials.length > 0 ? 0 : 1); // What has not ended by itself ends with this process.

async function tryAll(): Promise<string[]> {
  const desk = await openDesk();
  const found = await Promise.all(WAYS.map((way) => tryInTurn(trialsOf(way), desk)));
  await desk.stop();
  return found.flat();
}

/** The clients of a desk are tried one after the other, because each has it change its prompts. */
async function tryInTurn(all: readonly Trial[], desk: Desk): Promise<string[]> {
  const found: string[] = [];
  for (const trial of all) {
    const started = performance.now();
    const own = await faultsOf(trial, desk);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    const { entry, way, revision } = trial;
    const verdict = own.length === 0 ? 'ok    ' : 'FAILED';
    console.log(`${verdict}  ${entry.title} ${entry.mode ?? entry.installed}, ${way}, ${revision}, after ${seconds} s`);
    found.push(...own);
  }
  return found;
}

function trialsOf(way: Way): Trial[] {
  return ROSTER.filter(
    (entry) => entry.ways.includes(way) && `${entry.title} ${entry.mode} ${entry.installed}`.includes(wanted),
  ).map((entry) => ({ entry, way, revision: entry.revision }));
}
