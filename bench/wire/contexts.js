// What it costs that each request has an asynchronous context of its own: each server without one and in one, by turns, so
// that whatever slows the machine down slows both.
import { GET, METHODS } from '../definitions/methods.js';
import { figure } from '../figures.js';
import { Running, turns } from './running.js';

const [PLAIN, MODERN] = ['2025-11-25', '2026-07-28'];
const cases = [
  { server: 'limit', within: 'limit in a context', dialect: PLAIN },
  { server: 'Cuecard, mounted', within: 'Cuecard, in a context', dialect: PLAIN },
  { server: 'Cuecard, mounted', within: 'Cuecard, in a context', dialect: MODERN },
];

export async function measure({ counts: [count], rounds, ...plan }) {
  const servers = cases.flatMap(({ server, within, dialect }) =>
    [server, within].map((name) => ({ server: name, dialect })),
  );
  const running = [];
  for (const each of servers) running.push(await Running.overHttp(each, { kind: METHODS[GET].of, count }));
  for (const each of running) await each.prepare(GET, count);
  const taken = await turns(running, { ...plan, rounds: rounds.calls });
  for (const each of running) await each.end();
  const cpus = taken.map(({ cpu }) => figure(cpu));
  const rows = cases.map(({ server, dialect }, at) => ({
    server,
    dialect,
    without: cpus[2 * at],
    within: cpus[2 * at + 1],
  }));
  return { count, rows };
}
