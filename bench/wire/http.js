// Over HTTP.
import { GET } from '../definitions/methods.js';
import { figure } from '../figures.js';
import { cannonade } from './autocannon.js';
import { compareAll } from './comparison.js';
import { CONTENDERS } from './contenders.js';
import { Running } from './running.js';

/** How often each load is tried: autocannon takes no less than a second. */
const TURNS = 5;

/** The limit and one of Cuecard. */
const LOADED = CONTENDERS.slice(0, 3).map(({ server }) => server);

export async function measure({ isAsked, ...plan }) {
  const contenders = CONTENDERS.filter(({ server }) => isAsked(server));
  let loads;
  const seen = async (method, running) => {
    if (method === GET) loads ??= await loadsOf(contenders, running, plan);
  };
  const tables = await compareAll({ ...plan, contenders, start: Running.overHttp }, seen);
  return { tables, loads };
}

/** These under our load, and under autocannon: what they answer, and what the load costs by itself. */
async function loadsOf(contenders, running, { milliseconds }) {
  const results = [];
  for (const server of LOADED) {
    const each = running[contenders.findIndex((contender) => contender.server === server)];
    if (each === undefined) continue;
    const loads = { ours: () => each.round({ milliseconds }), autocannon: () => cannonade(each.port, milliseconds) };
    for (const [load, fire] of Object.entries(loads)) results.push({ server, load, ...(await costsOf(fire)) });
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
