import type { Way } from './client.js';
import { type Desk, openDesk } from './desk/desk.js';
import { tablePageFaults } from './page.js';
import { BY_AGE, ROSTER } from './roster.js';
import type { Entry } from './roster/entry.js';
import { tableOf } from './table.js';
import { faultsOf, type Trial } from './trial.js';

const WAYS: readonly Way[] = ['HTTP', 'stdio'];

/** A client as a check selects it. */
export interface Selectable {
  readonly title: string;
  readonly entry: Entry;
}

/** All clients, from the oldest official one to the newest. */
export const CLIENTS: readonly Selectable[] = BY_AGE.map((entry) => ({
  title: `${entry.title} ${entry.mode ?? entry.installed}`,
  entry,
}));

/** Tries clients over each transport that they offer, and returns what was not as expected. */
export async function clientFaults(clients: readonly Selectable[]): Promise<string[]> {
  const desk = await openDesk();
  const found = await Promise.all(WAYS.map((way) => tryInTurn(trialsOf(way, clients), desk)));
  await desk.stop();
  return found.flat();
}

/** Compares the table in the documentation with what the clients do. Writes it if that is asked for. */
export async function tableFaults(isUpdate: boolean): Promise<string[]> {
  const trials = WAYS.flatMap((way) => trialsOf(way, CLIENTS));
  return tablePageFaults(await tableOf(ROSTER, trials), isUpdate);
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
    console.log(`${verdict}  ${entry.title} ${entry.mode ?? entry.installed}, ${way}, ${revision} (${seconds} s)`);
    found.push(...own);
  }
  return found;
}

function trialsOf(way: Way, clients: readonly Selectable[]): Trial[] {
  const offered = clients.map(({ entry }) => entry).filter((entry) => entry.ways.includes(way));
  return offered.map((entry) => ({ entry, way, revision: entry.revision }));
}
