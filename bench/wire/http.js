// Over HTTP.
import { figure } from '../figures.js';
import { cannonade } from './autocannon.js';
import { compared, METHODS } from './comparison.js';
import { CONTENDERS } from './contenders.js';
import { Running } from './running.js';

/** How often each load is tried: autocannon takes no less than a second. */
const TURNS = 5;

export async function measure({ counts, ...plan }) {
  const tables = [];
  let loads;
  for (const count of counts) {
    const running = [];
    for (const contender of CONTENDERS) running.push(await Running.overHttp(contender, count));
    for (const method of METHODS) {
      tables.push(await compared(CONTENDERS, running, { method, count, ...plan }));
      loads ??= await loadsOf(running.slice(0, 3), plan);
    }
    for (const each of running) await each.end();
  }
  return { tables, loads };
}

/** The limit and Cuecard under our load, and under autocannon: what they answer, and what the load costs by itself. */
async function loadsOf(running, { milliseconds }) {
  const results = [];
  for (const [index, each] of running.entries()) {
    const loads = { ours: () => each.round({ milliseconds }), autocannon: () => cannonade(each.port, milliseconds) };
    for (const [load, fire] of Object.entries(loads)) {
      results.push({ server: CONTENDERS[index].server, load, ...(await costsOf(fire)) });
    }
    each.takeRounds();
  }
  return results;
}

async function costsOf(fire) {
  const costs = [];
  for (let turn = 0; turn < TURNS; turn += 1) costs.push(await costOf(fire));
  return { perSecond: figure(costs.map(({ perSecond }) => perSecond)), cpu: figure(costs.map(({ cpu }) => cpu)) };
}

async function costOf(fire) {
  const [cpu, begin] = [process.cpuUsage(), performance.now()];
  const answers = await fire();
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (answers / (performance.now() - begin)) * 1_000, cpu: (user + system) / answers };
}
