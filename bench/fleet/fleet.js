// How soon listeners of three instances behind a balancer hear that a label has moved, and what labels cost at start-up.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sharedLabels } from '@cuecard/example-fleet/labels';
import { Fleet, missing } from '@cuecard/example-fleet/processes';
import { quantiles } from '../figures.js';

const LISTENERS = fileURLToPath(new URL('listeners.js', import.meta.url));
const LABELLED = fileURLToPath(new URL('labelled.js', import.meta.url));
const BALANCERS = ['haproxy', 'nginx'];
/** Moves that nobody counts, until all streams are open. */
const WARM_UPS = 2;
/** A move is over by then: more than 200 listeners of an instance are notified in turns. */
const PAUSE_MS = 1_500;

export async function measure({ listeners, labels }) {
  const lacking = [...new Set(BALANCERS.flatMap(missing))];
  if (lacking.length > 0) throw new Error(`Install ${lacking.join(' and ')} first`);
  const notices = [];
  for (const balancer of BALANCERS)
    for (const size of listeners) notices.push({ balancer, ...size, ...(await noticed(balancer, size)) });
  return { notices, startUp: await startUp(labels) };
}

/** The milliseconds from each move to its notice, of all listeners. */
async function noticed(balancer, { count, processes, moves }) {
  const fleet = await Fleet.start(balancer);
  const labels = await sharedLabels(fleet.redis);
  const clients = await Promise.all(
    Array.from({ length: processes }, () => Clients.start(fleet.urls.front, count / processes)),
  );
  try {
    for (let move = 0; move < WARM_UPS; move += 1) await moved(labels);
    await all(clients, 'begin');
    const begins = [];
    for (let move = 0; move < moves; move += 1) begins.push(await moved(labels));
    const heard = await all(clients, 'heard');
    refuseUnlessOnceEach(heard, moves);
    refuseUnlessSame(await all(clients, 'shown'));
    return quantiles(heard.flatMap((times) => times.map((time, move) => time - begins[move])));
  } finally {
    for (const each of clients) each.end();
    await labels.close();
    await fleet.stop();
  }
}

/** Moves the label to the other version, and gives the time at which that began. */
async function moved(labels) {
  const to = labels.list()[0]?.version === '2.0.0' ? '1.0.0' : '2.0.0';
  const expect = labels.list()[0] === undefined ? null : `greeting@${labels.list()[0].version}`;
  const begin = performance.timeOrigin + performance.now();
  await labels.set('production', `greeting@${to}`, { expect, by: 'bench', why: 'To measure it' });
  await sleep(PAUSE_MS);
  return begin;
}

function refuseUnlessOnceEach(heard, moves) {
  const wrong = heard.filter((times) => times.length !== moves);
  if (wrong.length === 0) return;
  const counts = [...new Set(wrong.map((times) => times.length))];
  throw new Error(`${wrong.length} of ${heard.length} listeners heard ${counts.join(', ')} notices of ${moves} moves`);
}

function refuseUnlessSame(shown) {
  const descriptions = new Set(shown);
  if (descriptions.size !== 1) throw new Error(`Clients list ${[...descriptions].join(' and ')}`);
}

const all = async (clients, asked) => (await Promise.all(clients.map((each) => each.ask(asked)))).flat();

/** A process with listening clients. */
class Clients {
  static async start(url, count) {
    const clients = new Clients();
    clients.process = fork(LISTENERS, [url, String(count)]);
    await once(clients.process, 'message');
    return clients;
  }

  async ask(asked) {
    const answered = once(this.process, 'message');
    this.process.send(asked);
    const [answer] = await answered;
    return answer;
  }

  end() {
    this.process.kill();
  }
}

/** In new processes, one after the other. */
async function startUp({ count, starts }) {
  const fleet = await Fleet.start('haproxy');
  const labels = await sharedLabels(fleet.redis);
  const names = Array.from({ length: count }, (_, index) => `prompt_${index}`);
  for (let from = 0; from < count; from += 200)
    await Promise.all(
      names.slice(from, from + 200).map((name) => labels.set('canary', `${name}@2.0.0`, { by: 'bench', force: true })),
    );
  const runs = Array.from({ length: starts }, () => {
    const { stdout, stderr } = spawnSync(process.execPath, [LABELLED, fleet.redis, String(count)]);
    if (stdout.length === 0) throw new Error(String(stderr));
    return JSON.parse(String(stdout));
  });
  await labels.close();
  await fleet.stop();
  const figures = ['read', 'with', 'without'].map((name) => [name, quantiles(runs.map((run) => run[name]))]);
  return { count, starts, ...Object.fromEntries(figures) };
}
