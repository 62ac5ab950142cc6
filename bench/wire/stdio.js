// Over stdio: everybody takes a turn in each round, alone; the others wait.
import { figure } from '../figures.js';
import { Running, turns } from './running.js';

const SERVERS = [
  'Cuecard on SDK v1',
  'Cuecard on SDK v2',
  'McpServer of SDK v1',
  'McpServer of SDK v2',
  'mcp-nest',
  'fastmcp',
];

export async function measure(plan) {
  const tables = [];
  for (const count of plan.counts) {
    const running = [];
    for (const server of SERVERS) running.push(await Running.overStdio({ server }, count));
    for (const each of running) await each.prepare('prompts/get', count);
    const done = await turns(running, plan);
    const row = ({ perSecond, cpu }, index) => ({
      server: SERVERS[index],
      perSecond: figure(perSecond),
      cpu: figure(cpu),
    });
    tables.push({ count, rows: done.map(row) });
    for (const each of running) await each.end();
  }
  return { tables };
}
