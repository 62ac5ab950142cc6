// What a server holds: at rest, and after many requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { GET, METHODS } from '../definitions/methods.js';
import { Running } from './running.js';
import { SERVERS } from './stdio.js';

const COUNT = 1_000;
const HAS = { kind: METHODS[GET].of, count: COUNT };
const SETTLED_MS = 500;
/** They answer a million requests over HTTP in a minute; the others take hours. */
const FAST = ['limit', 'Cuecard'];

const HTTP_SERVERS = [...FAST, 'McpServer of SDK v1', 'McpServer of SDK v2', 'mcp-nest', 'fastmcp'];

export async function measure({ requests, atMostMs }) {
  const http = [];
  for (const server of HTTP_SERVERS) {
    const running = await Running.overHttp({ server, dialect: '2025-11-25' }, HAS);
    const milliseconds = FAST.includes(server) ? Infinity : atMostMs;
    http.push({ server, ...(await held(running, { milliseconds, most: requests })) });
  }
  const stdio = [];
  for (const server of SERVERS) {
    const running = await Running.overStdio({ server }, HAS);
    stdio.push({ server, ...(await held(running, { milliseconds: Infinity, most: requests })) });
  }
  return { count: COUNT, http, stdio };
}

async function held(running, round) {
  await sleep(SETTLED_MS);
  const rest = await running.memory();
  await running.prepare(GET, COUNT);
  const answers = await running.round(round);
  await sleep(SETTLED_MS);
  const after = await running.memory();
  await running.end();
  return { rest, answers, after };
}
