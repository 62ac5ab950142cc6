// The cost of a request and of a start without a transport. The contenders take turns, each in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { figure } from '../figures.js';
import { IMPLEMENTATIONS, namesFor } from './contenders.js';

const WARM_UPS = 3;

const STEPS = {
  'declare the prompts, ms': ({ declaring }) => declaring,
  'start, ms': ({ starting }) => starting,
  'first `prompts/list`, ms': ({ listing }) => listing,
  'memory, KB a prompt': ({ bytes }) => bytes / 1_000,
};

export async function inProcess({ catalogues: counts, turns, starts, methods, isChosen, isNarrow }) {
  const requests = {};
  for (const method of methods) {
    const names = namesFor(method).filter(isChosen);
    const columns = [];
    for (const count of counts) columns.push(await costsOf(method, names, { count, turns }));
    requests[method] = names.map((name, index) => ({ name, figures: columns.map((costs) => figure(costs[index])) }));
  }
  return { counts, requests, ...(!isNarrow && { startUp: await startUp(counts, starts) }) };
}

/** The costs of a request of each contender, in microseconds. */
async function costsOf(method, names, { count, turns }) {
  const processes = [];
  for (const name of names) processes.push(await startProcess(name, count, method));
  const costs = names.map(() => []);
  for (let turn = -WARM_UPS; turn < turns; turn += 1)
    for (const [index, { child }] of processes.entries()) {
      child.send('round');
      const [cost] = await once(child, 'message');
      if (turn >= 0) costs[index].push(cost);
    }
  for (const { child } of processes) child.kill();
  return costs;
}

async function startUp(counts, starts) {
  const names = Object.keys(IMPLEMENTATIONS);
  const rows = names.flatMap((name) => Object.keys(STEPS).map((step) => ({ name: `${name}: ${step}`, figures: [] })));
  for (const count of counts) {
    const results = names.map(() => []);
    for (let turn = 0; turn < starts; turn += 1)
      for (const [index, name] of names.entries()) {
        const { child, message } = await startProcess(name, count);
        results[index].push(message);
        await once(child, 'exit');
      }
    const figures = results.flatMap((of) => Object.values(STEPS).map((step) => figure(of.map(step))));
    for (const [index, row] of rows.entries()) row.figures.push(figures[index]);
  }
  return rows;
}

/** Starts a process, and waits for its first message. */
async function startProcess(name, count, method) {
  const args = [name, String(count), ...(method === undefined ? [] : [method])];
  const child = fork(new URL('process.js', import.meta.url), args, { execArgv: ['--expose-gc'] });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`${name} has failed to start`)));
  const [message] = await Promise.race([once(child, 'message'), failed]);
  return { child, message };
}
