// Over stdio.
import { compared, METHODS } from './comparison.js';
import { Running } from './running.js';

export const SERVERS = [
  'Cuecard on SDK v1',
  'Cuecard on SDK v2',
  'McpServer of SDK v1',
  'McpServer of SDK v2',
  'mcp-nest',
  'fastmcp',
];

const CONTENDERS = SERVERS.map((server) => ({ server }));

export async function measure({ counts, ...plan }) {
  const tables = [];
  for (const count of counts) {
    const running = [];
    for (const contender of CONTENDERS) running.push(await Running.overStdio(contender, count));
    for (const method of METHODS) tables.push(await compared(CONTENDERS, running, { method, count, ...plan }));
    for (const each of running) await each.end();
  }
  return { tables };
}
