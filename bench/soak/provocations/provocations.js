// Everything that is provoked, over and over again.
import { setTimeout as sleep } from 'node:timers/promises';
import { ABUSES } from './abuses.js';
import { DEPARTURES } from './departures.js';
import { EXCESSES } from './excesses.js';
import { FLOODS, REQUEST_FLOOD } from './floods.js';
import { HOARDS } from './hoards.js';
import { LEFTOVERS } from './leftovers.js';
import { MISTAKES } from './mistakes.js';

export const PROVOCATIONS = [...ABUSES, ...DEPARTURES, ...EXCESSES, ...MISTAKES, ...LEFTOVERS, ...FLOODS];

/** Longer than anything may take here. */
const PATIENCE_MS = 20_000;
const FIRST_FLOOD_MS = 2_000;

/** Does all of this until it is over, each as often and as many at the same time as it says. */
export async function provoke(provocations, { server, turns, tally, isOver }) {
  const keep = async (provocation) => {
    while (!isOver()) {
      await turns.share(async () => tally.add(...(await outcome(provocation, server))));
      await pause(provocation.everyMs, isOver);
    }
  };
  await Promise.all(provocations.flatMap((each) => Array.from({ length: each.at ?? 1 }, () => keep(each))));
}

/** Floods the server with requests from time to time, without any others, and hoards its memory, without other provocations. */
export async function flood({ server, turns, load, tally, isOver }) {
  await pause(FIRST_FLOOD_MS, isOver);
  while (!isOver()) {
    await turns.alone(() => load.alone(async () => tally.add(...(await outcome(REQUEST_FLOOD, server)))));
    for (const hoard of HOARDS) await turns.alone(async () => tally.add(...(await outcome(hoard, server))));
    await pause(REQUEST_FLOOD.everyMs, isOver);
  }
}

async function outcome({ name, expected, provoke: attempt }, server) {
  const patience = new AbortController();
  const late = sleep(PATIENCE_MS, `nothing within ${PATIENCE_MS} ms`, { signal: patience.signal });
  const came = attempt(server).catch((error) => `failed: ${error.message}`);
  late.catch(() => {});
  const first = await Promise.race([came, late]);
  patience.abort();
  return [name, expected, first];
}

const LOOK_MS = 200;

/** Waits so long, or until it is over. */
async function pause(milliseconds, isOver) {
  for (let left = milliseconds; left > 0 && !isOver(); left -= LOOK_MS) await sleep(Math.min(left, LOOK_MS));
}
