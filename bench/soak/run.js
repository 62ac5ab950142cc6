// One server under load and provocations, from its start to its end.
import { setTimeout as sleep } from 'node:timers/promises';
import { farewell } from './farewell.js';
import { LIMITS } from './limits.js';
import { Load } from './load.js';
import { OFFICIALS } from './officials.js';
import { excess } from './excess.js';
import { flood, provoke, PROVOCATIONS } from './provocations/provocations.js';
import { Serving } from './serving.js';
import { Tally } from './tally.js';
import { Turns } from './turns.js';

const WARM_UP_MS = 1_000;
const MEASURED_MS = 2_000;
const SAMPLE_MS = 15_000;
/** How many samples there are at least, in a short run. */
const SAMPLES = 18;
const LOOK_MS = 500;
/** Sessions end when they are idle, and connections of official clients too. */
const REST_MS = LIMITS.sessionIdleTimeoutMs + 6_000;
const SHARE = 0.5;

export async function run(milliseconds) {
  const serving = await Serving.start();
  const before = await restOf(serving);
  const capacity = await capacityOf(serving);
  const soaked = await soak(serving, { milliseconds, perSecond: capacity.perSecond * SHARE });
  const after = await restOf(serving, before);
  const outcomes = await serving.ask('outcomes');
  const goodbye = await farewell(serving);
  return { capacity, ...soaked, holdings: { before, after }, outcomes, goodbye, written: serving.written };
}

/** What a processor of its own would answer, by what the load has cost the server of one: so much as others leave it. */
async function capacityOf(serving) {
  const tally = new Tally();
  const load = await Load.start({ port: serving.port, turns: new Turns(), tally });
  const fire = async (forMs) => {
    const end = performance.now() + forMs;
    await load.keep(Infinity, () => performance.now() >= end);
  };
  await fire(WARM_UP_MS);
  const [answered, cpu] = [load.answered, await serving.ask('cpu')];
  await fire(MEASURED_MS);
  const seconds = (await serving.ask('cpu')) - cpu;
  load.end();
  return { perSecond: (load.answered - answered) / seconds, rows: tally.rows };
}

async function soak(serving, { milliseconds, perSecond }) {
  const [good, provoked] = [new Tally(), new Tally()];
  const [turns, loadTurns] = [new Turns(), new Turns()];
  const load = await Load.start({ port: serving.port, turns: loadTurns, tally: good });
  const [begin, cpu] = [performance.now(), await serving.ask('cpu')];
  const isOver = () => serving.end !== undefined || performance.now() >= begin + milliseconds;
  const server = { port: serving.port, url: serving.url, leftSessions: [] };
  const context = { server, turns, load: loadTurns, tally: provoked, isOver };
  const [samples] = await Promise.all([
    sampled(serving, { begin, everyMs: Math.min(SAMPLE_MS, milliseconds / SAMPLES), turns, isOver }),
    load.keep(perSecond, isOver),
    provoke(PROVOCATIONS, context),
    provoke(OFFICIALS, { ...context, tally: good }),
    flood(context),
  ]);
  const seconds = (performance.now() - begin) / 1_000;
  const used = (await serving.ask('cpu')) - cpu;
  load.end();
  return {
    good: good.rows,
    provoked: provoked.rows,
    samples,
    seconds,
    perSecond: load.answered / seconds,
    cpu: used / seconds,
  };
}

/** Not during floods, in which a server holds a thousand requests. */
async function sampled(serving, { begin, everyMs, turns, isOver }) {
  const samples = [];
  while (!isOver()) {
    await sleep(everyMs);
    const memory = await turns.share(() => serving.ask('memory'));
    samples.push({ seconds: (performance.now() - begin) / 1_000, ...memory });
  }
  return samples;
}

/** What a server holds when nobody asks anything any more; at the latest, what it has come to `REST_MS` later. */
async function restOf(serving, expected) {
  const end = performance.now() + REST_MS;
  let held;
  do {
    await sleep(LOOK_MS);
    held = await serving.ask('handles');
  } while (expected !== undefined && excess(expected, held).length > 0 && performance.now() < end);
  return { ...held, ...(await serving.ask('objects')) };
}
