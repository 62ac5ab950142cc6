// What a server holds over HTTP: at rest, and after many requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { Running } from './running.js';

const COUNT = 1_000;
const SETTLED_MS = 500;
const LASTING = ['Cuecard on SDK v1', 'Cuecard on SDK v2'];

const SERVERS = [
  'limit',
  ...LASTING,
  'Cuecard on SDK v1, no lane',
  'Cuecard on SDK v2, no lane',
  'McpServer of SDK v1',
  'McpServer of SDK v2',
  'mcp-nest',
  'fastmcp',
];

export async function measure({ requests, atMostMs }) {
  const rows = [];
  for (const server of SERVERS) {
    const running = await Running.overHttp({ server, dialect: '2025-11-25' }, COUNT);
    await sleep(SETTLED_MS);
    const rest = await running.memory();
    await running.prepare('prompts/get', COUNT);
    const milliseconds = LASTING.includes(server) ? Infinity : atMostMs;
    const answers = await running.round({ milliseconds, most: requests });
    await sleep(SETTLED_MS);
    rows.push({ server, rest, answers, after: await running.memory() });
    await running.end();
  }
  return { count: COUNT, rows };
}
