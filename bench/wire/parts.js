// The parts of the benchmark in which servers answer over a transport.
import { setTimeout as sleep } from 'node:timers/promises';
import { GET, METHODS } from '../definitions/review.js';
import { figure } from '../figures.js';
import { BY_TRANSPORT, inNest } from '../servers/servers.js';
import { compare } from './comparison.js';
import { Contender } from './contender.js';
import { MODERN, PLAIN, SESSION } from './requests.js';

const { kind, params, isRight } = METHODS[GET];

const overHttp = (server, ...dialects) => dialects.map((dialect) => ({ server, transport: 'http', dialect }));

const HTTP = [
  ...overHttp('node:http alone', PLAIN),
  ...overHttp('node:http alone, by turns', PLAIN),
  ...overHttp('Cuecard', PLAIN, SESSION, MODERN),
  ...overHttp('McpServer of SDK v1', PLAIN),
  ...overHttp('McpServer of SDK v1, in sessions', SESSION),
  ...overHttp('McpServer of SDK v2', PLAIN, MODERN),
  ...overHttp('@rekog/mcp-nest', PLAIN, MODERN),
  ...overHttp('fastmcp', PLAIN),
];

const CONTEXTS = [
  ...overHttp('node:http alone', PLAIN),
  ...overHttp('node:http alone, in a context', PLAIN),
  ...overHttp('Cuecard', PLAIN, MODERN),
  ...overHttp('Cuecard, in a context', PLAIN, MODERN),
];

const STDIO = BY_TRANSPORT.stdio.map((server) => ({ server, transport: 'stdio' }));

const PLATFORMS = ['Express', 'Fastify'];
const PROVIDERS = 1_000;
const NEST_STARTS = ['Nest alone', 'Cuecard'].flatMap((name) =>
  PLATFORMS.map((platform) => ({ server: inNest(name, platform, false), transport: 'http' })),
);

const FEW = { count: 10 };
const MANY = { kind, count: 1_000 };
const SETTLE_MS = 500;
/** These answer a million requests over HTTP in a minute, and the others in hours. */
const FAST = ['node:http alone', 'Cuecard'];

const chosen = (contenders, { isChosen }) => contenders.filter(({ server }) => isChosen(server));

export async function http(plan) {
  return { tables: await compare({ ...plan, contenders: chosen(HTTP, plan) }) };
}

export async function stdio(plan) {
  return { tables: await compare({ ...plan, contenders: chosen(STDIO, plan) }) };
}

export async function contexts(plan) {
  return { tables: await compare({ ...plan, contenders: CONTEXTS, methods: [GET], counts: [FEW.count] }) };
}

/** A table for each method and variant: on both platforms, without and with a guard and an interceptor. */
export async function nest({ starts, ...plan }) {
  const options = { ...plan, methods: [GET, 'tools/call'], counts: [FEW.count] };
  const tables = [];
  for (const platform of PLATFORMS)
    for (const isEnhanced of [false, true]) {
      const servers = ['@rekog/mcp-nest', 'Cuecard'].map((name) => inNest(name, platform, isEnhanced));
      tables.push(...(await compare({ ...options, contenders: servers.flatMap((server) => overHttp(server, PLAIN)) })));
    }
  return { tables, providers: PROVIDERS, starts: await startsOf(NEST_STARTS, { starts, count: PROVIDERS }) };
}

/** The time from the start of a process to its first right response. */
export async function startUp({ starts }) {
  const contenders = Object.entries(BY_TRANSPORT).flatMap(([transport, servers]) =>
    servers.map((server) => ({ server, transport })),
  );
  return { starts: await startsOf(contenders, { starts, ...FEW }) };
}

async function startsOf(contenders, { starts, count }) {
  const times = contenders.map(() => []);
  for (let turn = 0; turn < starts; turn += 1)
    for (const [index, contender] of contenders.entries()) times[index].push(await timeToResponse(contender, count));
  return contenders.map((contender, index) => ({ ...contender, milliseconds: figure(times[index]) }));
}

async function timeToResponse(contender, count) {
  const start = performance.now();
  const running = await Contender.start(contender, { kind, count });
  const { result } = await running.request({ method: GET, params: params[0] });
  const milliseconds = performance.now() - start;
  if (!isRight(result)) throw new Error(`The first response of ${contender.server} is wrong`);
  await running.end();
  return milliseconds;
}

/** The memory of each server at rest, and after many requests. */
export async function memory({ requests, atMostMs }) {
  const rows = [];
  for (const [transport, servers] of Object.entries(BY_TRANSPORT))
    for (const server of servers) {
      const milliseconds = transport === 'stdio' || FAST.includes(server) ? Infinity : atMostMs;
      rows.push({ server, transport, ...(await memoryOf({ server, transport }, { milliseconds, requests })) });
    }
  return { count: MANY.count, rows };
}

async function memoryOf(contender, round) {
  const running = await Contender.start(contender, MANY);
  await sleep(SETTLE_MS);
  const rest = await running.memory();
  await running.prepare(GET, MANY.count);
  const { count: answers } = await running.round(round);
  await sleep(SETTLE_MS);
  const after = await running.memory();
  await running.end();
  return { rest, answers, after };
}
