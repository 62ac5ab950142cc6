// The parts of the benchmark in which servers answer over a transport.
import { setTimeout as sleep } from 'node:timers/promises';
import { GET, METHODS } from '../definitions/review.js';
import { figure } from '../figures.js';
import { compare } from './comparison.js';
import { Contender } from './contender.js';
import { MODERN, PLAIN, SESSION } from './requests.js';

const { kind, params, isRight } = METHODS[GET];

const FILES = {
  'node:http alone': 'limit.js',
  Cuecard: 'cuecard.js',
  'McpServer of SDK v1': 'sdk-v1.js',
  'McpServer of SDK v2': 'sdk-v2.js',
  '@rekog/mcp-nest': 'mcp-nest.js',
  fastmcp: 'fastmcp.js',
};

const overHttp = (server, dialect = PLAIN) => ({ server, file: FILES[server], transport: 'http', dialect });

const HTTP = [
  overHttp('node:http alone'),
  { ...overHttp('node:http alone'), server: 'node:http alone, by turns', options: { isByTurns: true } },
  overHttp('Cuecard'),
  overHttp('Cuecard', SESSION),
  overHttp('Cuecard', MODERN),
  overHttp('McpServer of SDK v1'),
  { ...overHttp('McpServer of SDK v1', SESSION), options: { hasSessions: true } },
  overHttp('McpServer of SDK v2'),
  overHttp('McpServer of SDK v2', MODERN),
  overHttp('@rekog/mcp-nest'),
  overHttp('@rekog/mcp-nest', MODERN),
  overHttp('fastmcp'),
];

const STDIO = Object.entries(FILES)
  .slice(1)
  .map(([server, file]) => ({ server, file, transport: 'stdio' }));

/** The servers with their usual options, over both transports. */
const ALL = [...Object.keys(FILES).map((server) => overHttp(server)), ...STDIO];

const PLATFORMS = ['Express', 'Fastify'];

function inNest(name, file, { platform, isEnhanced = false }) {
  const server = `${name}, ${platform}${isEnhanced ? ', with a guard and an interceptor' : ''}`;
  return { server, file, transport: 'http', dialect: PLAIN, options: { platform, isEnhanced } };
}

const NEST_STARTS = PLATFORMS.flatMap((platform) => [
  inNest('Nest alone', 'nest.js', { platform }),
  inNest('Cuecard', 'cuecard-nest.js', { platform }),
]);

const [FEW, MANY] = [10, 1_000];
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

/** A table for each method and variant: on both platforms, without and with a guard and an interceptor. */
export async function nest({ starts, ...plan }) {
  const options = { ...plan, methods: [GET, 'tools/call'], counts: [FEW] };
  const tables = [];
  for (const platform of PLATFORMS)
    for (const isEnhanced of [false, true]) {
      const contenders = [
        inNest('@rekog/mcp-nest', 'mcp-nest.js', { platform, isEnhanced }),
        inNest('Cuecard', 'cuecard-nest.js', { platform, isEnhanced }),
      ];
      tables.push(...(await compare({ ...options, contenders })));
    }
  return { tables, providers: MANY, starts: await startsOf(NEST_STARTS, { starts, count: MANY }) };
}

/** The time from the start of a process to its first right response. */
export async function startUp({ starts }) {
  return { starts: await startsOf(ALL, { starts, count: FEW }) };
}

async function startsOf(contenders, { starts, count }) {
  const times = contenders.map(() => []);
  for (let turn = 0; turn < starts; turn += 1)
    for (const [index, contender] of contenders.entries()) times[index].push(await timeToResponse(contender, count));
  return contenders.map(({ server, transport }, index) => ({ server, transport, milliseconds: figure(times[index]) }));
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
  for (const contender of ALL) {
    const { server, transport } = contender;
    const milliseconds = transport === 'stdio' || FAST.includes(server) ? Infinity : atMostMs;
    rows.push({ server, transport, ...(await memoryOf(contender, { milliseconds, requests })) });
  }
  return { count: MANY, rows };
}

async function memoryOf(contender, round) {
  const running = await Contender.start(contender, { kind, count: MANY });
  await sleep(SETTLE_MS);
  const rest = await running.memory();
  await running.prepare(GET, MANY);
  const { count: answers } = await running.round(round);
  await sleep(SETTLE_MS);
  const after = await running.memory();
  await running.end();
  return { rest, answers, after };
}
