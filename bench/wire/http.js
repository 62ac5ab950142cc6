// Over HTTP: everybody takes a turn in each round, alone; the others wait.
import { figure } from '../figures.js';
import { cannonade } from './autocannon.js';
import { CONTENDERS } from './contenders.js';
import { Running, turns } from './running.js';

const METHODS = ['prompts/get', 'prompts/list'];

export async function measure(plan) {
  const tables = [];
  let loads;
  for (const count of plan.counts) {
    const running = [];
    for (const contender of CONTENDERS) running.push(await Running.overHttp(contender, count));
    for (const method of METHODS) {
      tables.push({ method, count, rows: await compared(running, { method, count }, plan) });
      loads ??= await loadsOf(running.slice(0, 3), plan);
    }
    for (const each of running) await each.end();
  }
  return { tables, loads };
}

async function compared(running, { method, count }, plan) {
  const told = [];
  for (const each of running) told.push(await each.prepare(method, count));
  const done = await turns(running, plan);
  return done.map((rounds, index) =>
    row(CONTENDERS[index], { lengths: method === 'prompts/list' ? told[index] : told[index].slice(0, 1), ...rounds }),
  );
}

/** A list may be told in several answers: then all figures are for the whole of it. */
function row(contender, { lengths, perSecond, cpu }) {
  const answers = lengths.length;
  return {
    ...contender,
    answers,
    bytes: lengths.reduce((sum, length) => sum + length),
    perSecond: figure(perSecond.map((each) => each / answers)),
    cpu: figure(cpu.map((each) => each * answers)),
  };
}

/** The limit and Cuecard under our load, and under autocannon: what they answer, and what the load costs by itself. */
async function loadsOf(running, { rounds, milliseconds }) {
  const results = [];
  for (const [index, each] of running.entries()) {
    const loads = { ours: () => each.round({ milliseconds }), autocannon: () => cannonade(each.port, milliseconds) };
    for (const [load, fire] of Object.entries(loads)) {
      results.push({ server: CONTENDERS[index].server, load, ...(await costsOf(fire, rounds)) });
    }
    each.takeRounds();
  }
  return results;
}

async function costsOf(fire, rounds) {
  const costs = [];
  for (let turn = 0; turn < rounds; turn += 1) costs.push(await costOf(fire));
  return { perSecond: figure(costs.map(({ perSecond }) => perSecond)), cpu: figure(costs.map(({ cpu }) => cpu)) };
}

async function costOf(fire) {
  const [cpu, begin] = [process.cpuUsage(), performance.now()];
  const answers = await fire();
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (answers / (performance.now() - begin)) * 1_000, cpu: (user + system) / answers };
}
